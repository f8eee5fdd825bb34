// HEDDLE_VERIFY: a block that an EDT writes though it has it in CONST is named, and the EDT.
// heddle-only: XSOCR does not look
// env: HEDDLE_VERIFY=1
// says: HEDDLE_VERIFY: the block made at .*check.h:\d+ .*was written in CONST by EDT writes
#include "check.h"

static EDT(writes) {
  ++*(u64*)depv[0].ptr;
  return pass();
}

MAIN {
  ocrGuid_t block = number_block(1);
  ocrGuid_t wrong = edt(writes, 1);
  OK(ocrAddDependence(block, wrong, 0, DB_MODE_CONST));
  return NULL_GUID;
}
