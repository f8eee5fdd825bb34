// Adding the dependence of an EDT on an event.
#include "price.h"

static u64 each_(void) { return count_; }

EDT(empty) {
  UNUSED;
  return NULL_GUID;
}

EDT(measure) {
  UNUSED;
  ocrGuid_t from = template_of(empty, 0, 1);
  ocrGuid_t* made = malloc(count_ * sizeof *made);
  ocrGuid_t* events = malloc(count_ * sizeof *events);
  for (u64 i = 0; i < count_; i++) {
    made[i] = edt_from(from, NULL, EDT_PROP_NONE, NULL);
    events[i] = sticky_event();
  }
  u64 start = now_ns();
  for (u64 i = 0; i < count_; i++) DO(ocrAddDependence(events[i], made[i], 0, DB_MODE_NULL));
  print_ns(now_ns() - start, count_);
  for (u64 i = 0; i < count_; i++) {
    DO(ocrEventSatisfy(events[i], NULL_GUID));
  }
  free(made);
  free(events);
  return NULL_GUID;
}
