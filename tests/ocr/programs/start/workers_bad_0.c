// HEDDLE_OCR_WORKERS=0 is warned of, and the program runs.
// env: HEDDLE_OCR_WORKERS=0
// says: HEDDLE_OCR_WORKERS
// heddle-only: a variable of Heddle's
// workers: 1
#include "check.h"

MAIN {
  CHECK(ocrNbWorkers() >= 1 && ocrNbWorkers() < 1000000, "a number of workers that can be had");
  return pass();
}
