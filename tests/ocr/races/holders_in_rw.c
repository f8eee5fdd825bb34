// Two EDTs that hold a block in RW write one word of it.
// status: 66
// says: data race
#include "check.h"

static ocrGuid_t block;

static EDT(writes) {
  *(u64*)depv[0].ptr = paramv[0];
  return NULL_GUID;
}

static EDT(makes) {
  for (u64 i = 0; i < 2; i++) OK(ocrAddDependence(block, edt_of(writes, i, 1), 0, DB_MODE_RW));
  return NULL_GUID;
}

static EDT(all) { return pass(); }

MAIN {
  block = number_block(0);
  after(makes, all);
  return NULL_GUID;
}
