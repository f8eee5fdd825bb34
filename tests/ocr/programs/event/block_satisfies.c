// A block as source of a dependence satisfies an event.
#include "check.h"

static EDT(last) {
  EQ(number_in(depv[0]), 12);
  return pass();
}

MAIN {
  ocrGuid_t once = event(OCR_EVENT_ONCE_T);
  OK(ocrAddDependence(once, edt(last, 1), 0, DB_MODE_RO));
  OK(ocrAddDependence(number_block(12), once, 0, DB_MODE_RW));
  return NULL_GUID;
}
