// Every call before the begin and after the end returns OCR_EINVAL, or what stands for nothing, and it is told once.
// heddle-only: XSOCR crashes
// says: was called while OCR is not running
// silent: (?s)while OCR is not running.*while OCR is not running
#include "check.h"

#include <extensions/ocr-pause.h>

static EDT(body) { return NULL_GUID; }

#define REFUSED(call) EQ(call, OCR_EINVAL)

static void objects(ocrGuid_t any) {
  ocrGuid_t guid = ERROR_GUID, output = ERROR_GUID;
  void* data = &guid;
  u64 number = 0;
  REFUSED(ocrDbCreate(&guid, &data, 8, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  CHECK(data == NULL, "no data");
  REFUSED(ocrDbDestroy(any));
  REFUSED(ocrDbRelease(any));
  REFUSED(ocrDbDowngradeRelease(any));
  REFUSED(ocrDbGetSize(any, &number));
  REFUSED(ocrEventCreate(&guid, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
  IS_NULL(guid);
  REFUSED(ocrEventDestroy(any));
  REFUSED(ocrEventSatisfy(any, NULL_GUID));
  REFUSED(ocrEventSatisfySlot(any, NULL_GUID, 1));
  REFUSED(ocrEventCollectiveSatisfySlot(any, &number, 0));
  guid = ERROR_GUID;
  REFUSED(ocrEdtTemplateCreate(&guid, body, 0, 0));
  IS_NULL(guid);
  REFUSED(ocrEdtTemplateDestroy(any));
  REFUSED(ocrEdtCreate(&guid, any, 0, NULL, 0, NULL, EDT_PROP_NONE, NULL_HINT, &output));
  REFUSED(ocrEdtDestroy(any));
  REFUSED(ocrAddDependence(any, any, 0, DB_MODE_RW));
  REFUSED(ocrAddDependenceSlot(any, 0, any, 0, DB_MODE_RW));
}

static void extensions(ocrGuid_t any) {
  ocrGuid_t guid = ERROR_GUID;
  u64 number = 1;
  s64 tuple = 0;
  ocrGuidUserKind kind;
  ocrHint_t hint;
  void* data = NULL;
  u32 size = 1;
  OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
  OK(ocrSetHintValue(&hint, OCR_HINT_EDT_PRIORITY, 1));
  REFUSED(ocrSetHint(any, &hint));
  REFUSED(ocrGetHint(any, &hint));
  REFUSED(ocrAffinityCount(AFFINITY_PD, &number));
  REFUSED(ocrAffinityGet(AFFINITY_PD, &number, &guid));
  REFUSED(ocrAffinityGetAt(AFFINITY_PD, 0, &guid));
  REFUSED(ocrAffinityGetCurrent(&guid));
  REFUSED(ocrAffinityQuery(any, &number, &guid));
  REFUSED(ocrGuidRangeCreate(&guid, 1, GUID_USER_DB));
  REFUSED(ocrGuidRangeDestroy(any));
  REFUSED(ocrGuidFromIndex(&guid, any, 0));
  REFUSED(ocrGuidMapDestroy(any));
  REFUSED(ocrGuidFromLabel(&guid, any, &tuple));
  IS_NULL(guid);
  REFUSED(ocrGetGuidKind(&kind, any));
  REFUSED(ocrLegacySpawnOCR(&guid, any, 0, NULL, 1, &any, any));
  REFUSED(ocrLegacyBlockProgress(any, &guid, NULL, NULL, LEGACY_PROP_NONE));
  REFUSED(ocrLegacyFinalize(any, true));
  SAME(ocrWait(any), ERROR_GUID);
  EQ(ocrLegacyIsChannelReady(any), 0);
  IS_NULL(ocrElsUserGet(0));
  ocrElsUserSet(0, any);
  REFUSED(ocrEdtLocalStorageGet(&data, &number));
  REFUSED(ocrCurrentEdtGet(&guid));
  REFUSED(ocrCurrentEdtOutputGet(&guid));
  EQ(ocrNbWorkers(), 0);
  ocrCurrentWorkerGuid(&guid);
  IS_NULL(guid);
  REFUSED(ocrInformLegacyCodeBlocking());
  EQ(ocrPause(true), 0);
  SAME(ocrQuery(OCR_QUERY_ALL_EDTS, NULL_GUID, &data, &size, 0), ERROR_GUID);
  EQ(size, 0);
  ocrResume(1);
}

static void all(void) {
  const ocrGuid_t any[] = {NULL_GUID_INITIALIZER, ERROR_GUID_INITIALIZER, UNINITIALIZED_GUID_INITIALIZER, {77}};
  for (int i = 0; i < 4; i++) {
    objects(any[i]);
    extensions(any[i]);
  }
}

__attribute__((constructor)) static void early(void) { all(); }

static void late(void) {
  all();
  ocrShutdown();
  passed();
}

MAIN {
  atexit(late);
  ocrShutdown();
  return NULL_GUID;
}
