// A block that is destroyed is gone: the second time OCR_EPERM, its GUID names nothing.
// heddle-only: XSOCR crashes
#include "check.h"

static EDT(other) {
  ocrGuid_t held = depv[0].guid;
  EQ(number_in(depv[0]), 4);
  OK(ocrDbDestroy(held));
  EQ(ocrDbDestroy(held), OCR_EPERM);
  return pass();
}

MAIN {
  ocrGuid_t guid = number_block(3);
  ocrGuidUserKind kind;
  OK(ocrDbDestroy(guid));
  EQ(ocrDbDestroy(guid), OCR_EPERM);
  OK(ocrGetGuidKind(&kind, guid));
  EQ(kind, GUID_USER_NONE);
  CHECK(ocrDbRelease(guid) != 0, "a block that is gone cannot be released");
  OK(ocrDbDestroy(NULL_GUID));
  OK(ocrDbRelease(NULL_GUID));
  EQ(ocrDbDestroy(event(OCR_EVENT_STICKY_T)), OCR_EINVAL);
  OK(ocrAddDependence(number_block(4), edt(other, 1), 0, DB_MODE_RW));
  return NULL_GUID;
}
