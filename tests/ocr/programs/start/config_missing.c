// A configuration that is not there is warned of by its name, and the program runs without.
// args: -ocr:cfg /there/is/no/such.cfg
// says: /there/is/no/such\.cfg
// heddle-only: XSOCR ends
#include "check.h"

MAIN {
  EQ(ocrGetArgc(depv[0].ptr), 1);
  return pass();
}
