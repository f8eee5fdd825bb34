// HEDDLE_VERIFY: a block that is written by an EDT that has downgraded it is named, and the EDT.
// heddle-only: XSOCR has no such call
// env: HEDDLE_VERIFY=1
// says: HEDDLE_VERIFY: the block made at .*check.h:\d+ .*was written in RO by EDT writes
#include "check.h"

static EDT(writes) {
  *(u64*)depv[0].ptr = 1;
  OK(ocrDbDowngradeRelease(depv[0].guid));
  *(u64*)depv[0].ptr = 2;
  return pass();
}

MAIN {
  ocrGuid_t block = number_block(0);
  ocrGuid_t wrong = edt(writes, 1);
  OK(ocrAddDependence(block, wrong, 0, DB_MODE_RW));
  return NULL_GUID;
}
