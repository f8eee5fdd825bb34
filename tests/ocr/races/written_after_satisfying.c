// What an EDT writes after it has satisfied an event is not ordered before the EDT that waits for it.
// status: 66
// says: data race
#include "check.h"

static u64 shared;
static ocrGuid_t sticky;

static EDT(reads) {
  CHECK(shared <= 2, "one of both");
  return pass();
}

static EDT(writes) {
  shared = 1;
  OK(ocrEventSatisfy(sticky, NULL_GUID));
  shared = 2;
  return NULL_GUID;
}

MAIN {
  sticky = event(OCR_EVENT_STICKY_T);
  depend(sticky, edt(reads, 1), 0);
  edt(writes, 0);
  return NULL_GUID;
}
