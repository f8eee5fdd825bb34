// An EDT that runs cannot be destroyed: OCR_EPERM.
// heddle-only: XSOCR does it
#include "check.h"

static EDT(body) {
  ocrGuid_t self;
  OK(ocrCurrentEdtGet(&self));
  EQ(ocrEdtDestroy(self), OCR_EPERM);
  return pass();
}

MAIN {
  edt(body, 0);
  return NULL_GUID;
}
