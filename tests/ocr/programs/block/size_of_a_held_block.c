// ocrDbGetSize tells the size of a block that the caller holds; else OCR_EACCES.
// heddle-only: XSOCR tells it of any
#include "check.h"

static EDT(sees) {
  u64 size = 0;
  OK(ocrDbGetSize(depv[0].guid, &size));
  EQ(size, 100);
  EQ(ocrDbGetSize(depv[0].guid, NULL), OCR_EINVAL);
  OK(ocrDbRelease(depv[0].guid));
  EQ(ocrDbGetSize(depv[0].guid, &size), OCR_EACCES);
  return pass();
}

MAIN {
  ocrGuid_t guid;
  void* data;
  u64 size;
  OK(ocrDbCreate(&guid, &data, 100, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  OK(ocrDbGetSize(guid, &size));
  EQ(size, 100);
  EQ(ocrDbGetSize(NULL_GUID, &size), OCR_EINVAL);
  EQ(ocrDbGetSize(event(OCR_EVENT_STICKY_T), &size), OCR_EINVAL);
  OK(ocrDbRelease(guid));
  OK(ocrAddDependence(guid, edt(sees, 1), 0, DB_MODE_CONST));
  return NULL_GUID;
}
