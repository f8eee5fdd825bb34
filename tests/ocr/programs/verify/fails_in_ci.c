// HEDDLE_VERIFY=fail: a program in which something was found ends with status 1.
// heddle-only: XSOCR does not look
// env: HEDDLE_VERIFY=fail
// status: 1
// says: HEDDLE_VERIFY has found something, so the exit status is 1
#include "check.h"

static EDT(both) { return pass(); }

MAIN {
  ocrGuid_t block = number_block(1);
  ocrGuid_t wrong = edt(both, 2);
  OK(ocrAddDependence(block, wrong, 0, DB_MODE_RO));
  OK(ocrAddDependence(block, wrong, 1, DB_MODE_RW));
  return NULL_GUID;
}
