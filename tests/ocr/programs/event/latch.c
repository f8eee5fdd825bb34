// A latch fires when as many decrements as increments came; then it is gone.
#include "check.h"

static int before;

static EDT(last) {
  EQ(PEEK(before), 1);
  IS_NULL(depv[0].guid);
  return pass();
}

MAIN {
  ocrGuid_t guid = latch(0);
  depend(guid, edt(last, 1), 0);
  for (int i = 0; i < 5; i++) OK(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
  for (int i = 0; i < 4; i++) OK(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
  for (int i = 0; i < 100; i++) sched_yield();
  POKE(before, 1);
  OK(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
  return NULL_GUID;
}
