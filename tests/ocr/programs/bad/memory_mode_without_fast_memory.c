// HEDDLE_OCR_MEMORY=fast-node on a machine without fast memory is warned of once, and blocks lie in plain memory.
// env: HEDDLE_OCR_MEMORY=fast-node "HEDDLE_TOPOLOGY=numa:2 core:1 pu:1"
// says: HEDDLE_OCR_MEMORY=fast-node wants fast memory, and this machine has none
// silent: (?s)wants fast memory.*wants fast memory
// heddle-only: a variable of Heddle's
#include "check.h"

MAIN {
  for (int i = 0; i < 3; i++) OK(ocrDbDestroy(number_block(1)));
  return pass();
}
