// HEDDLE_VERIFY: a block of single assignment that gets a second value is named.
// heddle-only: XSOCR does not look
// env: HEDDLE_VERIFY=1
// says: HEDDLE_VERIFY: the block made at .*DB_PROP_SINGLE_ASSIGNMENT and was written again
#include "check.h"

static EDT(writes) {
  *(u64*)depv[0].ptr = 2;
  OK(ocrDbRelease(depv[0].guid));
  return pass();
}

MAIN {
  ocrGuid_t block;
  u64* data;
  OK(ocrDbCreate(&block, (void**)&data, sizeof *data, DB_PROP_SINGLE_ASSIGNMENT, NULL_HINT, NO_ALLOC));
  *data = 1;
  OK(ocrDbRelease(block));
  ocrGuid_t wrong = edt(writes, 1);
  OK(ocrAddDependence(block, wrong, 0, DB_MODE_RW));
  return NULL_GUID;
}
