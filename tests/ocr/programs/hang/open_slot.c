// A slot that was never connected is named with its EDT, and the program ends.
// status: 1
// says: cannot go on
// says: reduce
// says: slot 1
// env: HEDDLE_PATIENCE=1
// heddle-only: XSOCR hangs
#include "check.h"

static EDT(reduce) { return pass(); }

MAIN {
  passed();
  depend(NULL_GUID, edt(reduce, 2), 0);
  return NULL_GUID;
}
