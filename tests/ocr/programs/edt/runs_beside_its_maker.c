// An EDT runs while the one that has made it goes on, whether the other workers sleep or look for work.
// workers: 2,8
#include "check.h"

enum { k_rounds = 300, k_sleepy = 10 };
static u64 ran;

static EDT(child) {
  HIT(ran);
  return NULL_GUID;
}

static EDT(satisfied) {
  HIT(ran);
  return NULL_GUID;
}

// By its making, and by an event that it waits for.
static EDT(maker) {
  u64 want = 0;
  for (int round = 0; round < k_rounds; round++) {
    if (round % k_sleepy == 0) usleep(3000);
    if (round % 2 == 0) {
      edt(child, 0);
    } else {
      ocrGuid_t event, waits = edt(satisfied, 1);
      OK(ocrEventCreate(&event, OCR_EVENT_ONCE_T, EVT_PROP_NONE));
      OK(ocrAddDependence(event, waits, 0, DB_MODE_NULL));
      OK(ocrEventSatisfy(event, NULL_GUID));
    }
    want++;
    while (PEEK(ran) != want) sched_yield();
  }
  return pass();
}

MAIN {
  edt(maker, 0);
  return NULL_GUID;
}
