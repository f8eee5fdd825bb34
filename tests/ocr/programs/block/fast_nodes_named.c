// MEMKIND_HBW_NODES says which nodes are fast: HEDDLE_OCR_MEMORY=hbw then fills those first, and spills from there.
// env: MEMKIND_HBW_NODES=1 HEDDLE_OCR_MEMORY=hbw "HEDDLE_TOPOLOGY=numa:2(memory=67108864) core:1 pu:1"
// says: node 1 is full
// silent: wants fast memory
// heddle-only: XSOCR does not read it
#include "check.h"

MAIN {
  for (int i = 0; i < 40; i++) {
    ocrGuid_t block;
    u64* data;
    OK(ocrDbCreate(&block, (void**)&data, 2 << 20, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    *data = 1;
  }
  return pass();
}
