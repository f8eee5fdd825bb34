// An event made without EVT_PROP_TAKES_ARG delivers blocks all the same.
#include "check.h"

static EDT(last) {
  EQ(number_in(depv[0]), 6);
  return pass();
}

MAIN {
  ocrGuid_t guid;
  OK(ocrEventCreate(&guid, OCR_EVENT_STICKY_T, EVT_PROP_NONE));
  OK(ocrAddDependence(guid, edt(last, 1), 0, DB_MODE_RO));
  OK(ocrEventSatisfy(guid, number_block(6)));
  return NULL_GUID;
}
