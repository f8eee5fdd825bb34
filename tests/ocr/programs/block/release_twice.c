// A block that is not held, or was released, cannot be released: OCR_EACCES.
// heddle-only: XSOCR aborts
#include "check.h"

static ocrGuid_t stranger;

static EDT(other) {
  OK(ocrDbRelease(depv[0].guid));
  EQ(ocrDbRelease(depv[0].guid), OCR_EACCES);
  EQ(ocrDbRelease(stranger), OCR_EACCES);
  EQ(ocrDbDowngradeRelease(stranger), OCR_EACCES);
  return pass();
}

MAIN {
  ocrGuid_t guid;
  void* data;
  OK(ocrDbCreate(&guid, &data, 8, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  OK(ocrDbRelease(guid));
  EQ(ocrDbRelease(guid), OCR_EACCES);
  stranger = number_block(1);
  OK(ocrAddDependence(guid, edt(other, 1), 0, DB_MODE_RW));
  return NULL_GUID;
}
