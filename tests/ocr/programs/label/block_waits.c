// With GUID_PROP_BLOCK a creator waits until the label is free: at most one event is there at a time.
// heddle-only: XSOCR spins on its workers, and one is not enough
#include "check.h"

enum { k_creators = 30 };
static ocrGuid_t range;
static int there, made;

static EDT(creates) {
  ocrGuid_t label;
  OK(ocrGuidFromIndex(&label, range, 0));
  OK(ocrEventCreate(&label, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG | GUID_PROP_BLOCK));
  EQ(__atomic_fetch_add(&there, 1, __ATOMIC_ACQ_REL), 0);
  HIT(made);
  sched_yield();
  __atomic_fetch_sub(&there, 1, __ATOMIC_ACQ_REL);
  OK(ocrEventDestroy(label));
  return NULL_GUID;
}

static EDT(makes) {
  OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_STICKY));
  for (int i = 0; i < k_creators; i++) edt(creates, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(made), k_creators);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
