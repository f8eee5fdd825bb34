// ocrAbort(0) is ocrShutdown.
#include "check.h"

MAIN {
  passed();
  ocrAbort(0);
  return NULL_GUID;
}
