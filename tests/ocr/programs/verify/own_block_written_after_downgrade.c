// HEDDLE_VERIFY: a block that its maker writes though it has downgraded it is named.
// heddle-only: XSOCR has no such call
// env: HEDDLE_VERIFY=1
// says: HEDDLE_VERIFY: the block made at .*downgrade.c:\d+ .*was written in RO by EDT mainEdt
#include "check.h"

MAIN {
  ocrGuid_t block;
  u64* data;
  OK(ocrDbCreate(&block, (void**)&data, sizeof *data, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  *data = 1;
  OK(ocrDbDowngradeRelease(block));
  *data = 2;
  return pass();
}
