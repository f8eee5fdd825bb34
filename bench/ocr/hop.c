// A hop: an EDT satisfies the event that the next EDT waits for.
#define TIME_THE_SCOPE
#include "price.h"

static u64 each_(void) { return count_; }

static ocrGuid_t* events;

EDT(hop) {
  UNUSED;
  if (paramv[0] + 1 < count_) DO(ocrEventSatisfy(events[paramv[0] + 1], NULL_GUID));
  return NULL_GUID;
}

EDT(start) {
  UNUSED;
  begin();
  DO(ocrEventSatisfy(events[0], NULL_GUID));
  return NULL_GUID;
}

EDT(measure) {
  UNUSED;
  ocrGuid_t from = template_of(hop, 1, 1);
  free(events);
  events = malloc(count_ * sizeof *events);
  for (u64 i = 0; i < count_; i++) {
    events[i] = sticky_event();
    DO(ocrAddDependence(events[i], edt_from(from, &i, EDT_PROP_NONE, NULL), 0, DB_MODE_NULL));
  }
  edt_from(template_of(start, 0, 0), NULL, EDT_PROP_NONE, NULL);
  return NULL_GUID;
}
