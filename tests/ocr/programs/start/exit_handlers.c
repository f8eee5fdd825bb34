// main returns after ocrShutdown: exit handlers run, and what stdio holds is written.
// says: from the handler$
#include "check.h"

static void at_exit(void) { printf("from the handler"); }

MAIN {
  atexit(at_exit);
  return pass();
}
