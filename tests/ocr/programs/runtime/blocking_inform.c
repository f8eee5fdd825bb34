// An EDT that polls for what another does goes on, when it says that it blocks, also with one worker.
// heddle-only: XSOCR may run nothing
#include "check.h"

static int done;

static EDT(sets) {
  POKE(done, 1);
  return NULL_GUID;
}

MAIN {
  edt(sets, 0);
  while (!PEEK(done)) ocrInformLegacyCodeBlocking();
  return pass();
}
