// Behind the last argument there is NULL.
// heddle-only: XSOCR reads behind the block
#include "check.h"

MAIN {
  EQ(ocrGetArgc(depv[0].ptr), 1);
  CHECK(ocrGetArgv(depv[0].ptr, 1) == NULL, "one behind the last");
  CHECK(ocrGetArgv(depv[0].ptr, (u64)-1) == NULL, "far behind");
  return pass();
}
