// A block larger than its node lies elsewhere, which is told once.
// env: HEDDLE_OCR_MEMORY=node "HEDDLE_TOPOLOGY=numa:2(memory=67108864) core:1 pu:1"
// says: memory node \d is full
// silent: (?s)is full.*is full
// heddle-only: a variable of Heddle's
#include "check.h"

enum { k_bytes = 100 << 20 };  // a node has 64 MiB

MAIN {
  for (int i = 0; i < 2; i++) {
    ocrGuid_t guid;
    char* data;
    OK(ocrDbCreate(&guid, (void**)&data, k_bytes, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    data[0] = data[k_bytes - 1] = 1;
    OK(ocrDbDestroy(guid));
  }
  return pass();
}
