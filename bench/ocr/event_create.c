// Creating a sticky event.
#include "price.h"

static u64 each_(void) { return count_; }

EDT(measure) {
  UNUSED;
  ocrGuid_t* events = malloc(count_ * sizeof *events);
  u64 start = now_ns();
  for (u64 i = 0; i < count_; i++) events[i] = sticky_event();
  print_ns(now_ns() - start, count_);
  for (u64 i = 0; i < count_; i++) DO(ocrEventDestroy(events[i]));
  free(events);
  return NULL_GUID;
}
