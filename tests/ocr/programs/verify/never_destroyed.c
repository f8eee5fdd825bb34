// HEDDLE_VERIFY: what is never destroyed is counted by place.
// heddle-only: XSOCR does not look
// env: HEDDLE_VERIFY=1
// says: 3 data blocks were never destroyed; made at .*never_destroyed.c:\d+
// says: 1 event was never destroyed
#include "check.h"

MAIN {
  for (int i = 0; i < 4; i++) {
    ocrGuid_t block;
    u64* data;
    OK(ocrDbCreate(&block, (void**)&data, sizeof *data, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    if (i == 2) OK(ocrDbDestroy(block));
  }
  (void)event(OCR_EVENT_STICKY_T);
  return pass();
}
