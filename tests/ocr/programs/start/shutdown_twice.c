// A second ocrShutdown does nothing.
// heddle-only: XSOCR may hang
#include "check.h"

static EDT(other) {
  ocrShutdown();
  return NULL_GUID;
}

MAIN {
  passed();
  edt(other, 0);
  ocrShutdown();
  ocrShutdown();
  return NULL_GUID;
}
