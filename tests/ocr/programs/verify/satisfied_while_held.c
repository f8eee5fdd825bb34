// HEDDLE_VERIFY: a block that is satisfied while its writer holds it is named with both places.
// heddle-only: XSOCR does not look
// env: HEDDLE_VERIFY=1
// says: the block made at .*held.c:\d+ .*was satisfied while the caller holds it to write.*held.c:\d+
#include "check.h"

static EDT(reads) { return pass(); }

MAIN {
  ocrGuid_t block;
  u64* data;
  OK(ocrDbCreate(&block, (void**)&data, sizeof *data, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  ocrGuid_t last = edt(reads, 1);
  OK(ocrAddDependence(block, last, 0, DB_MODE_RO));
  *data = 1;
  return NULL_GUID;
}
