// Blocks can be had and used with HEDDLE_OCR_MEMORY=fast-node, whether the machine has such memory or not.
// env: HEDDLE_OCR_MEMORY=fast-node
// heddle-only: a variable of Heddle's
#include "check.h"

static EDT(last) {
  EQ(number_in(depv[0]), 1);
  return pass();
}

MAIN {
  for (u64 size = 8; size < (u64)1 << 24; size *= 4) {
    ocrGuid_t guid;
    char* data;
    OK(ocrDbCreate(&guid, (void**)&data, size, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    memset(data, 1, size);
    OK(ocrDbDestroy(guid));
  }
  OK(ocrAddDependence(number_block(1), edt(last, 1), 0, DB_MODE_CONST));
  return NULL_GUID;
}
