// The output event passes the block that the body returns.
#include "check.h"

static EDT(gives) {
  u64* data;
  ocrGuid_t guid;
  OK(ocrDbCreate(&guid, (void**)&data, sizeof *data, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  *data = 1234;
  return guid;
}

static EDT(takes) {
  EQ(number_in(depv[0]), 1234);
  return pass();
}

MAIN {
  ocrGuid_t output, first = new_edt(gives, 0, NULL, 1, EDT_PROP_NONE, &output), second = edt(takes, 1);
  OK(ocrAddDependence(output, second, 0, DB_MODE_RO));
  depend(NULL_GUID, first, 0);
  return NULL_GUID;
}
