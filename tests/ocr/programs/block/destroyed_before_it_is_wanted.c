// A block that waits in an event and is destroyed there reaches the EDT as NULL_GUID or is refused: never as memory
// that is gone. heddle-only: XSOCR hands out what is gone
#include "check.h"

static EDT(sees) {
  if (depv[0].ptr != NULL)
    EQ(number_in(depv[0]), 5);
  else
    IS_NULL(depv[0].guid);
  return pass();
}

MAIN {
  ocrGuid_t sticky = event(OCR_EVENT_STICKY_T), block = number_block(5);
  OK(ocrEventSatisfy(sticky, block));
  OK(ocrDbDestroy(block));
  ocrGuid_t guid = edt(sees, 1);
  OK(ocrAddDependence(sticky, guid, 0, DB_MODE_RO));
  return NULL_GUID;
}
