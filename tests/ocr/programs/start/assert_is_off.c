// Without OCR_ASSERT an assertion evaluates nothing.
// heddle-only: the headers that XSOCR installs define OCR_ASSERT
#undef OCR_ASSERT
#include "check.h"

MAIN {
  int calls = 0;
  ocrAssert(++calls == 0);
  EQ(calls, 0);
  return pass();
}
