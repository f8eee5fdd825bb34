// -ocr:help names the arguments and ends.
// args: -ocr:help
// says: -ocr:cfg
#include "check.h"

__attribute__((constructor)) static void early(void) { passed(); }

MAIN {
  CHECK(0, "mainEdt should not run");
  return NULL_GUID;
}
