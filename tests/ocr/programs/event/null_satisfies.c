// NULL_GUID as source of a dependence satisfies an event.
// heddle-only: XSOCR asserts
#include "check.h"

static EDT(last) {
  IS_NULL(depv[0].guid);
  return pass();
}

MAIN {
  ocrGuid_t once = event(OCR_EVENT_ONCE_T);
  OK(ocrAddDependence(once, edt(last, 1), 0, DB_MODE_RO));
  OK(ocrAddDependence(NULL_GUID, once, 0, DB_MODE_RW));
  return NULL_GUID;
}
