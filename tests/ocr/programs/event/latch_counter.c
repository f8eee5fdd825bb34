// A latch's counter is the increments that it begins with; ocrEventSatisfy counts down.
#include "check.h"

static int before;

static EDT(last) {
  EQ(PEEK(before), 1);
  return pass();
}

MAIN {
  ocrGuid_t guid = latch(1000);
  depend(guid, edt(last, 1), 0);
  for (int i = 0; i < 999; i++) OK(ocrEventSatisfy(guid, NULL_GUID));
  for (int i = 0; i < 100; i++) sched_yield();
  POKE(before, 1);
  OK(ocrEventSatisfy(guid, NULL_GUID));
  return NULL_GUID;
}
