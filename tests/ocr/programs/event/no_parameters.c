// ocrEventCreateParams with NULL is ocrEventCreate.
#include "check.h"

static EDT(last) { return pass(); }

MAIN {
  ocrGuid_t guid;
  OK(ocrEventCreateParams(&guid, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG, NULL));
  depend(guid, edt(last, 1), 0);
  OK(ocrEventSatisfy(guid, NULL_GUID));
  return NULL_GUID;
}
