// HEDDLE_VERIFY: a program that does it right is told nothing.
// heddle-only: XSOCR does not look
// env: HEDDLE_VERIFY=1
// silent: HEDDLE_VERIFY
#include "check.h"

static ocrGuid_t block, happens;

static EDT(reads) {
  EQ(number_in(depv[0]), 7);
  OK(ocrDbDestroy(block));
  OK(ocrEventDestroy(happens));
  return pass();
}

static EDT(writes) {
  *(u64*)depv[0].ptr = 7;
  OK(ocrDbRelease(depv[0].guid));
  OK(ocrEventSatisfy(happens, block));
  return NULL_GUID;
}

MAIN {
  block = number_block(1);
  happens = event(OCR_EVENT_STICKY_T);
  ocrGuid_t last = edt(reads, 1);
  OK(ocrAddDependence(happens, last, 0, DB_MODE_CONST));
  ocrGuid_t first = edt(writes, 1);
  OK(ocrAddDependence(block, first, 0, DB_MODE_EW));
  return NULL_GUID;
}
