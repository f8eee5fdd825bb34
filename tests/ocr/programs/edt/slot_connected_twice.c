// A slot that is connected cannot be connected again: OCR_EPERM.
// heddle-only: XSOCR asserts
#include "check.h"

static EDT(body) {
  EQ(number_in(depv[0]), 1);
  return pass();
}

MAIN {
  ocrGuid_t guid = edt(body, 2), sticky = event(OCR_EVENT_STICKY_T);
  depend(number_block(1), guid, 0);
  EQ(ocrAddDependence(number_block(2), guid, 0, DB_MODE_RW), OCR_EPERM);
  EQ(ocrEventSatisfySlot(guid, NULL_GUID, 0), OCR_EPERM);
  depend(sticky, guid, 1);
  EQ(ocrAddDependence(sticky, guid, 1, DB_MODE_RW), OCR_EPERM);
  EQ(ocrAddDependence(NULL_GUID, guid, 2, DB_MODE_RW), OCR_EINVAL);
  EQ(ocrEventSatisfySlot(guid, NULL_GUID, 7), OCR_EINVAL);
  OK(ocrEventSatisfy(sticky, NULL_GUID));
  return NULL_GUID;
}
