// Satisfying a ONCE event that a sticky event waits for.
#include "price.h"

static u64 each_(void) { return count_; }

EDT(measure) {
  UNUSED;
  ocrGuid_t* made = malloc(count_ * sizeof *made);
  ocrGuid_t* events = malloc(count_ * sizeof *events);
  for (u64 i = 0; i < count_; i++) {
    made[i] = sticky_event();
    DO(ocrEventCreate(&events[i], OCR_EVENT_ONCE_T, EVT_PROP_NONE));
    DO(ocrAddDependence(events[i], made[i], 0, DB_MODE_NULL));
  }
  u64 start = now_ns();
  for (u64 i = 0; i < count_; i++) DO(ocrEventSatisfy(events[i], NULL_GUID));
  print_ns(now_ns() - start, count_);
  for (u64 i = 0; i < count_; i++) {
    DO(ocrEventDestroy(made[i]));
  }
  free(made);
  free(events);
  return NULL_GUID;
}
