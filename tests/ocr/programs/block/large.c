// A block of 256 MiB can be had, used and given back, ten times.
#include "check.h"

MAIN {
  const u64 size = (u64)256 << 20;
  for (int i = 0; i < 10; i++) {
    ocrGuid_t guid;
    char* data;
    OK(ocrDbCreate(&guid, (void**)&data, size, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    for (u64 at = 0; at < size; at += 4096) data[at] = 1;
    OK(ocrDbDestroy(guid));
  }
  return pass();
}
