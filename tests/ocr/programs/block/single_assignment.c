// A block with DB_PROP_SINGLE_ASSIGNMENT is written by its creator and read by others.
#include "check.h"

static EDT(reads) {
  EQ(number_in(depv[0]), 3);
  return pass();
}

MAIN {
  ocrGuid_t guid;
  u64* data;
  OK(ocrDbCreate(&guid, (void**)&data, 8, DB_PROP_SINGLE_ASSIGNMENT, NULL_HINT, NO_ALLOC));
  *data = 3;
  OK(ocrDbRelease(guid));
  OK(ocrAddDependence(guid, edt(reads, 1), 0, DB_MODE_RO));
  return NULL_GUID;
}
