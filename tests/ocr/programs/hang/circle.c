// A circle of EDTs and events is named as such.
// status: 1
// says: cannot go on
// says: circle
// says: left
// says: right
// env: HEDDLE_PATIENCE=1
// heddle-only: XSOCR hangs
#include "check.h"

static EDT(left) { return NULL_GUID; }

static EDT(right) { return NULL_GUID; }

MAIN {
  ocrGuid_t of_left, of_right;
  passed();
  ocrGuid_t one = new_edt(left, 0, NULL, 1, EDT_PROP_NONE, &of_left),
            two = new_edt(right, 0, NULL, 1, EDT_PROP_NONE, &of_right);
  depend(of_left, two, 0);
  depend(of_right, one, 0);
  return NULL_GUID;
}
