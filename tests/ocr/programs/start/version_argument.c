// -ocr:version prints the version and ends.
// args: -ocr:version
// says: 1\.2\.0
// heddle-only: XSOCR prints another
#include "check.h"

__attribute__((constructor)) static void early(void) { passed(); }

MAIN {
  CHECK(0, "mainEdt should not run");
  return NULL_GUID;
}
