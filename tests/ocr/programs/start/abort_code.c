// ocrAbort ends the program with its code.
// status: 7
#include "check.h"

MAIN {
  passed();
  ocrAbort(7);
  return NULL_GUID;
}
