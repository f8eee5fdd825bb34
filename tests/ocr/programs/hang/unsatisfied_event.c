// An event that nobody has satisfied is named with the EDT that waits for it.
// status: 1
// says: cannot go on
// says: step
// says: sticky
// env: HEDDLE_PATIENCE=1
// heddle-only: XSOCR hangs
#include "check.h"

static EDT(step) { return pass(); }

MAIN {
  passed();
  depend(event(OCR_EVENT_STICKY_T), edt(step, 1), 0);
  return NULL_GUID;
}
