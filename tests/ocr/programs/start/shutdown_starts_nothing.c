// After ocrShutdown no further EDT starts.
// heddle-only: XSOCR may start it
#include "check.h"

static EDT(never) {
  CHECK(0, "an EDT started after ocrShutdown");
  return NULL_GUID;
}

MAIN {
  passed();
  ocrShutdown();
  for (int i = 0; i < 100; i++) edt(never, 0);
  return NULL_GUID;
}
