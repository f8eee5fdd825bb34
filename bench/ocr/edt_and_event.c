// An EDT and a sticky event each, satisfied after all were made.
#define TIME_THE_SCOPE
#include "price.h"

static u64 each_(void) { return count_; }

EDT(empty) {
  UNUSED;
  return NULL_GUID;
}

EDT(measure) {
  UNUSED;
  ocrGuid_t from = template_of(empty, 0, 1);
  ocrGuid_t* events = malloc(count_ * sizeof *events);
  for (u64 i = 0; i < count_; i++) {
    events[i] = sticky_event();
    DO(ocrAddDependence(events[i], edt_from(from, NULL, EDT_PROP_NONE, NULL), 0, DB_MODE_NULL));
  }
  for (u64 i = 0; i < count_; i++) DO(ocrEventSatisfy(events[i], NULL_GUID));
  free(events);
  return NULL_GUID;
}
