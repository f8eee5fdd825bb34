// The label of an object that was destroyed, or of an event that has fired, can be used again.
// heddle-only: XSOCR frees ONCE events later
#include "check.h"

static EDT(last) { return pass(); }

MAIN {
  ocrGuid_t range, label;
  OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_ONCE));
  OK(ocrGuidFromIndex(&label, range, 0));
  for (int i = 0; i < 1000; i++) {
    OK(ocrEventCreate(&label, OCR_EVENT_ONCE_T, EVT_PROP_NONE | GUID_PROP_CHECK));
    if (i % 2)
      OK(ocrEventSatisfy(label, NULL_GUID));
    else
      OK(ocrEventDestroy(label));
  }
  OK(ocrEventCreate(&label, OCR_EVENT_ONCE_T, EVT_PROP_NONE | GUID_PROP_CHECK));
  depend(label, edt(last, 1), 0);
  OK(ocrEventSatisfy(label, NULL_GUID));
  return NULL_GUID;
}
