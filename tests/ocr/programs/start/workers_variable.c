// HEDDLE_OCR_WORKERS is stronger than a configuration.
// args: -ocr:cfg {here}/three_workers.cfg
// workers: 2
// heddle-only: a variable of Heddle's
#include "check.h"

MAIN {
  EQ(ocrNbWorkers(), 2);
  return pass();
}
