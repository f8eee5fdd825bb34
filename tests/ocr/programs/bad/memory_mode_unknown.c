// HEDDLE_OCR_MEMORY that is no mode is warned of, and blocks can be had.
// env: HEDDLE_OCR_MEMORY=marble
// says: HEDDLE_OCR_MEMORY
// heddle-only: a variable of Heddle's
#include "check.h"

MAIN {
  OK(ocrDbDestroy(number_block(1)));
  return pass();
}
