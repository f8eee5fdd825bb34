// A slot that gets NULL_GUID has no bytes, whatever its mode.
#include "check.h"

static EDT(sees) {
  for (u32 i = 0; i < depc; i++) {
    IS_NULL(depv[i].guid);
    CHECK(depv[i].ptr == NULL, "no block, no bytes");
  }
  return pass();
}

MAIN {
  ocrGuid_t guid = edt(sees, 3), sticky = event(OCR_EVENT_STICKY_T);
  OK(ocrAddDependence(NULL_GUID, guid, 0, DB_MODE_RW));
  OK(ocrAddDependence(sticky, guid, 1, DB_MODE_EW));
  OK(ocrEventSatisfySlot(guid, NULL_GUID, 2));
  OK(ocrEventSatisfy(sticky, NULL_GUID));
  return NULL_GUID;
}
