// Creating an EDT, nothing else: its slot stays open meanwhile.
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
  u64 start = now_ns();
  for (u64 i = 0; i < count_; i++) made[i] = edt_from(from, NULL, EDT_PROP_NONE, NULL);
  print_ns(now_ns() - start, count_);
  for (u64 i = 0; i < count_; i++) DO(ocrAddDependence(NULL_GUID, made[i], 0, DB_MODE_NULL));
  free(made);
  return NULL_GUID;
}
