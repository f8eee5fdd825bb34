// A slot in DB_MODE_NULL gets NULL_GUID, whatever comes.
#include "check.h"

static EDT(sees) {
  IS_NULL(depv[0].guid);
  IS_NULL(depv[1].guid);
  CHECK(depv[0].ptr == NULL && depv[1].ptr == NULL, "order only");
  return pass();
}

MAIN {
  ocrGuid_t guid = edt(sees, 2), sticky = event(OCR_EVENT_STICKY_T);
  OK(ocrAddDependence(sticky, guid, 0, DB_MODE_NULL));
  OK(ocrAddDependence(number_block(1), guid, 1, DB_MODE_NULL));
  OK(ocrEventSatisfy(sticky, number_block(2)));
  return NULL_GUID;
}
