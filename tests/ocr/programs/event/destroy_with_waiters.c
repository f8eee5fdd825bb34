// EDTs that wait for an event that is destroyed never start, and that is reported.
// says: never
// heddle-only: XSOCR says nothing
#include "check.h"

static EDT(never) {
  CHECK(0, "this EDT started");
  return NULL_GUID;
}

static EDT(last) { return pass(); }

MAIN {
  ocrGuid_t sticky = event(OCR_EVENT_STICKY_T);
  depend(sticky, edt(never, 1), 0);
  OK(ocrEventDestroy(sticky));
  EQ(ocrEventSatisfy(sticky, NULL_GUID), OCR_EINVAL);
  edt(last, 0);
  return NULL_GUID;
}
