// An EDT that was destroyed before it was runnable never runs; events that name it skip it.
// heddle-only: XSOCR asserts in the event
#include "check.h"

static EDT(never) {
  CHECK(0, "a destroyed EDT ran");
  return NULL_GUID;
}

static EDT(other) { return pass(); }

MAIN {
  ocrGuid_t sticky = event(OCR_EVENT_STICKY_T), gone = edt(never, 2), stays = edt(other, 1);
  depend(sticky, gone, 0);
  depend(sticky, stays, 0);
  OK(ocrEdtDestroy(gone));
  OK(ocrEventSatisfy(sticky, NULL_GUID));
  return NULL_GUID;
}
