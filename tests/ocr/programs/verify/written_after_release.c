// HEDDLE_VERIFY: a block that is written after it was released is named.
// heddle-only: XSOCR does not look
// env: HEDDLE_VERIFY=1
// says: HEDDLE_VERIFY: the block made at .*was written by somebody who did not hold it to write
#include "check.h"

static EDT(last) { return pass(); }

static EDT(writes) {
  u64* data = depv[0].ptr;
  ++*data;
  OK(ocrDbRelease(depv[0].guid));
  ++*data;
  ocrGuid_t next = edt(last, 1);
  OK(ocrAddDependence(depv[0].guid, next, 0, DB_MODE_CONST));
  return NULL_GUID;
}

MAIN {
  ocrGuid_t wrong = edt(writes, 1);
  OK(ocrAddDependence(number_block(1), wrong, 0, DB_MODE_RW));
  return NULL_GUID;
}
