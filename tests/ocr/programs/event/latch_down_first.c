// A latch's decrements may come before its increments.
#include "check.h"

static int before;

static EDT(last) {
  EQ(PEEK(before), 1);
  return pass();
}

MAIN {
  ocrGuid_t guid = event(OCR_EVENT_LATCH_T);
  depend(guid, edt(last, 1), 0);
  for (int i = 0; i < 3; i++) OK(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
  for (int i = 0; i < 2; i++) OK(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
  POKE(before, 1);
  OK(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
  return NULL_GUID;
}
