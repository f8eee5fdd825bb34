// A block of 64 bytes: create, touch, release, destroy.
#include "price.h"

static u64 each_(void) { return count_; }

EDT(measure) {
  UNUSED;
  u64 start = now_ns();
  for (u64 i = 0; i < count_; i++) {
    ocrGuid_t block;
    u64* data;
    DO(ocrDbCreate(&block, (void**)&data, 64, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    *data = i;
    DO(ocrDbRelease(block));
    DO(ocrDbDestroy(block));
  }
  print_ns(now_ns() - start, count_);
  return NULL_GUID;
}
