// HEDDLE_VERIFY: an EDT that has one block in different modes is named.
// heddle-only: XSOCR does not look
// env: HEDDLE_VERIFY=1
// says: HEDDLE_VERIFY: EDT both .*has one block in RO on slot 0 and in RW on slot 1
#include "check.h"

static EDT(both) { return pass(); }

MAIN {
  ocrGuid_t block = number_block(1);
  ocrGuid_t wrong = edt(both, 2);
  OK(ocrAddDependence(block, wrong, 0, DB_MODE_RO));
  OK(ocrAddDependence(block, wrong, 1, DB_MODE_RW));
  return NULL_GUID;
}
