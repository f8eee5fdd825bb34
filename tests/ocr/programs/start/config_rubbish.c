// A configuration without a list of workers is warned of, and the program runs.
// args: -ocr:cfg {here}/config_rubbish.c
// says: config_rubbish\.c
// workers: 0
// heddle-only: XSOCR ends
#include "check.h"

MAIN {
  EQ(ocrGetArgc(depv[0].ptr), 1);
  CHECK(ocrNbWorkers() >= 1, "at least one worker");
  return pass();
}
