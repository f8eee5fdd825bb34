// An assertion that does not hold names text, file and line, and aborts.
// flags: -DOCR_ASSERT
// status: 134
// says: 1 == two
// says: assert_fails\.c
// heddle-only: XSOCR's message names the runtime's file
#include "check.h"

MAIN {
  int two = 2;
  ocrAssert(two == 2);
  passed();
  ocrAssert(1 == two);
  return pass();
}
