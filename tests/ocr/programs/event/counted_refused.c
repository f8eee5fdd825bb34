// A counted event without dependences is OCR_EINVAL, satisfied twice OCR_EPERM, and gone after its last dependence.
// heddle-only: XSOCR asserts
#include "check.h"

static EDT(sees) { return NULL_GUID; }

MAIN {
  ocrEventParams_t params;
  ocrGuid_t guid;
  memset(&params, 0, sizeof params);
  EQ(ocrEventCreateParams(&guid, OCR_EVENT_COUNTED_T, EVT_PROP_NONE, &params), OCR_EINVAL);
  IS_NULL(guid);
  EQ(ocrEventCreate(&guid, OCR_EVENT_COUNTED_T, EVT_PROP_NONE), OCR_EINVAL);
  guid = counted(1);
  OK(ocrEventSatisfy(guid, NULL_GUID));
  EQ(ocrEventSatisfy(guid, NULL_GUID), OCR_EPERM);
  depend(guid, edt(sees, 1), 0);
  EQ(ocrAddDependence(guid, edt(sees, 1), 0, DB_MODE_RW), OCR_EINVAL);
  EQ(ocrEventDestroy(guid), OCR_EINVAL);
  return pass();
}
