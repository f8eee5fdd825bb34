// An empty EDT: create, schedule, run; flat in a finish EDT.
#define TIME_THE_SCOPE
#include "price.h"

static u64 each_(void) { return count_; }

EDT(empty) {
  UNUSED;
  return NULL_GUID;
}

EDT(measure) {
  UNUSED;
  ocrGuid_t from = template_of(empty, 0, 0);
  for (u64 i = 0; i < count_; i++) edt_from(from, NULL, EDT_PROP_NONE, NULL);
  return NULL_GUID;
}
