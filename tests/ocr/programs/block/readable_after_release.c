// A block that was released stays mapped and readable until it is destroyed.
#include "check.h"

MAIN {
  ocrGuid_t guid;
  u64* data;
  OK(ocrDbCreate(&guid, (void**)&data, 1 << 20, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  for (int i = 0; i < 1000; i++) data[i] = i;
  OK(ocrDbRelease(guid));
  for (int i = 0; i < 1000; i++) EQ(data[i], i);
  return pass();
}
