// A program whose EDTs have all ended without ocrShutdown is told so.
// status: 1
// says: ocrShutdown
// env: HEDDLE_PATIENCE=1
// heddle-only: XSOCR hangs
#include "check.h"

static EDT(body) { return NULL_GUID; }

MAIN {
  passed();
  edt(body, 0);
  return NULL_GUID;
}
