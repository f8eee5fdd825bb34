// With NOPRINTS nothing is printed, and arguments are evaluated all the same.
// heddle-only: XSOCR's own functions lack a return
// flags: -DNOPRINTS
// silent: seen
#include "check.h"

MAIN {
  int calls = 0;
  PRINTF("seen %d\n", ++calls);
  ocrPrintf("seen %d\n", ++calls);
  EQ(calls, 2);
  return pass();
}
