// -ocr:cfg is taken out of the arguments, and the file's list of workers counts.
// args: first -ocr:cfg {here}/three_workers.cfg last
// workers: 0
// heddle-only: XSOCR needs the whole file
#include "check.h"

MAIN {
  EQ(ocrGetArgc(depv[0].ptr), 3);
  EQ(strcmp(ocrGetArgv(depv[0].ptr, 1), "first"), 0);
  EQ(strcmp(ocrGetArgv(depv[0].ptr, 2), "last"), 0);
  EQ(ocrNbWorkers(), 3);
  return pass();
}
