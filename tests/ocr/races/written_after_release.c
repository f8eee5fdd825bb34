// Who goes on writing a block that it has released races with who has it next.
// status: 66
// says: data race
#include "check.h"

static ocrGuid_t block;

static EDT(writes_on) {
  u64* data = depv[0].ptr;
  *data = 1;
  OK(ocrDbRelease(depv[0].guid));
  *data = 2;
  return NULL_GUID;
}

static EDT(reads) {
  CHECK(number_in(depv[0]) <= 2, "one of both");
  return NULL_GUID;
}

static EDT(makes) {
  OK(ocrAddDependence(block, edt(writes_on, 1), 0, DB_MODE_EW));
  OK(ocrAddDependence(block, edt(reads, 1), 0, DB_MODE_CONST));
  return NULL_GUID;
}

static EDT(all) { return pass(); }

MAIN {
  block = number_block(0);
  after(makes, all);
  return NULL_GUID;
}
