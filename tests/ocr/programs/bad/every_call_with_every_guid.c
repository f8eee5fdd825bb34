// No GUID makes a call crash: every call with NULL, UNINITIALIZED, ERROR, stale, foreign ones and ones of other kinds
// returns a code, never 0 where the object is not there.
// heddle-only: XSOCR crashes
#include "check.h"

static EDT(body) { return NULL_GUID; }

enum { k_guids = 12, k_range = 7 };
static ocrGuid_t guids[k_guids];

static void collect(void) {
  ocrGuid_t gone = event(OCR_EVENT_STICKY_T), gone_block = number_block(1), gone_edt = edt(body, 1), gone_template;
  OK(ocrEventDestroy(gone));
  OK(ocrDbDestroy(gone_block));
  OK(ocrEdtDestroy(gone_edt));
  OK(ocrEdtTemplateCreate(&gone_template, body, 0, 0));
  OK(ocrEdtTemplateDestroy(gone_template));
  ocrGuid_t range, label;
  OK(ocrGuidRangeCreate(&range, 4, GUID_USER_EVENT_STICKY));
  OK(ocrGuidFromIndex(&label, range, 1));
  ocrGuid_t all[k_guids] = {NULL_GUID, UNINITIALIZED_GUID, ERROR_GUID, gone, gone_block,
                            gone_edt,  gone_template,      range,      label};
  all[9].guid = 1;
  all[10].guid = INTPTR_MAX;
  all[11].guid = INTPTR_MIN;
  memcpy(guids, all, sizeof guids);
}

static int which;

static int is_range(ocrGuid_t guid) { return ocrGuidIsEq(guid, guids[k_range]); }
static int is_label(ocrGuid_t guid) { return ocrGuidIsEq(guid, guids[k_range + 1]); }

static u8 made_under(ocrGuid_t label) {
  return ocrEventCreate(&label, OCR_EVENT_STICKY_T, EVT_PROP_NONE | GUID_PROP_IS_LABELED);
}

static void refused(u8 code, const char* text, int line) {
  if (code == OCR_EINVAL || code == OCR_EPERM || code == OCR_EACCES) return;
  fprintf(stderr, "GUID %d: ", which);
  check_failed(__FILE__, line, text, "this call should refuse it");
}

#define refuses(call) refused(call, #call, __LINE__)

static void alone(ocrGuid_t guid, int is_null) {
  ocrGuid_t out;
  u64 number;
  ocrGuidUserKind kind;
  ocrHint_t hint;
  refuses(ocrEventDestroy(guid));
  refuses(ocrEdtDestroy(guid));
  refuses(ocrEdtTemplateDestroy(guid));
  if (!is_null) {
    refuses(ocrDbDestroy(guid));
    refuses(ocrDbRelease(guid));
    refuses(ocrEventSatisfy(guid, NULL_GUID));
    refuses(ocrEventSatisfySlot(guid, NULL_GUID, 1));
    refuses(ocrAddDependence(guid, NULL_GUID, 0, DB_MODE_RW));
    refuses(ocrAddDependence(NULL_GUID, guid, 0, DB_MODE_RW));
  }
  refuses(ocrDbDowngradeRelease(guid));
  refuses(ocrDbGetSize(guid, &number));
  refuses(ocrEdtCreate(&out, guid, 0, NULL, 0, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  IS_NULL(out);
  refuses(ocrEventCollectiveSatisfySlot(guid, &number, 0));
  refuses(ocrLegacyBlockProgress(guid, &out, NULL, NULL, LEGACY_PROP_CHECK));
  refuses(ocrLegacySpawnOCR(&out, guid, 0, NULL, 1, &guid, NULL_GUID));
  refuses(ocrLegacyFinalize(guid, false));
  SAME(ocrWait(guid), ERROR_GUID);
  if (!is_range(guid)) {
    refuses(ocrGuidFromIndex(&out, guid, 0));
    refuses(ocrGuidRangeDestroy(guid));
  }
  number = 1;
  if (!is_null && !is_range(guid)) refuses(ocrAffinityQuery(guid, &number, &out));
  s64 tuple[] = {0};
  refuses(ocrGuidFromLabel(&out, guid, tuple));
  if (!is_label(guid)) refuses(made_under(guid));
  OK(ocrGetGuidKind(&kind, guid));
  EQ(kind, GUID_USER_NONE);
  OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
  refuses(ocrSetHint(guid, &hint));
  refuses(ocrGetHint(guid, &hint));
  EQ(ocrLegacyIsChannelReady(guid), 0);
}

static void with_good(ocrGuid_t guid, ocrGuid_t good_event, ocrGuid_t good_edt, ocrGuid_t block) {
  refuses(ocrEventSatisfy(good_event, guid));
  refuses(ocrEventSatisfySlot(good_edt, guid, 0));
  refuses(ocrAddDependence(guid, good_edt, 0, DB_MODE_RW));
  refuses(ocrAddDependence(guid, good_event, 0, DB_MODE_RW));
  refuses(ocrAddDependence(good_event, guid, 0, DB_MODE_RW));
  refuses(ocrAddDependence(block, guid, 0, DB_MODE_RW));
}

static EDT(last) { return pass(); }

MAIN {
  collect();
  ocrGuid_t good_event = event(OCR_EVENT_STICKY_T), good_edt = edt(last, 1), block = number_block(1);
  for (which = 0; which < k_guids; which++) alone(guids[which], which == 0);
  for (which = 1; which < k_guids; which++) with_good(guids[which], good_event, good_edt, block);
  depend(good_event, good_edt, 0);
  OK(ocrEventSatisfy(good_event, NULL_GUID));
  return NULL_GUID;
}
