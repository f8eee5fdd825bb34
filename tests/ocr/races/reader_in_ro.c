// RO promises nothing: who reads in RO what another writes in EW has a race, though each had its turn.
// status: 66
// says: data race
#include "check.h"

static ocrGuid_t block;

static EDT(writes) {
  *(u64*)depv[0].ptr = 1;
  return NULL_GUID;
}

static EDT(reads) {
  CHECK(number_in(depv[0]) <= 1, "one of both");
  return NULL_GUID;
}

static EDT(makes) {
  OK(ocrAddDependence(block, edt(writes, 1), 0, DB_MODE_EW));
  OK(ocrAddDependence(block, edt(reads, 1), 0, DB_MODE_RO));
  return NULL_GUID;
}

static EDT(all) { return pass(); }

MAIN {
  block = number_block(0);
  after(makes, all);
  return NULL_GUID;
}
