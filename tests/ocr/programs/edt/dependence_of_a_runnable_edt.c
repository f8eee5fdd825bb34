// A dependence of an EDT that is runnable is OCR_EPERM.
// heddle-only: XSOCR asserts
#include "check.h"

static EDT(body) {
  ocrGuid_t self;
  OK(ocrCurrentEdtGet(&self));
  EQ(ocrAddDependence(NULL_GUID, self, 0, DB_MODE_NULL), OCR_EPERM);
  EQ(ocrEventSatisfySlot(self, NULL_GUID, 0), OCR_EPERM);
  return pass();
}

MAIN {
  depend(NULL_GUID, edt(body, 1), 0);
  return NULL_GUID;
}
