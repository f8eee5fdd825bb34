// With HEDDLE_OCR_SPILL=off a block larger than its node is OCR_ENOMEM; one that fits can be had.
// env: HEDDLE_OCR_MEMORY=node HEDDLE_OCR_SPILL=off "HEDDLE_TOPOLOGY=numa:2(memory=67108864) core:1 pu:1"
// heddle-only: a variable of Heddle's
#include "check.h"

MAIN {
  ocrGuid_t guid = ERROR_GUID;
  char* data = NULL;
  EQ(ocrDbCreate(&guid, (void**)&data, 100 << 20, DB_PROP_NONE, NULL_HINT, NO_ALLOC), OCR_ENOMEM);
  IS_NULL(guid);
  CHECK(data == NULL, "no data");
  OK(ocrDbCreate(&guid, (void**)&data, 1 << 20, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  data[0] = 1;
  OK(ocrDbDestroy(guid));
  return pass();
}
