// A block that waits in an event and is destroyed there is never handed out: the EDT gets NULL_GUID.
// heddle-only: XSOCR asserts
#include "check.h"

static EDT(sees) {
  IS_NULL(depv[0].guid);
  CHECK(depv[0].ptr == NULL, "a block that is gone has no bytes");
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
