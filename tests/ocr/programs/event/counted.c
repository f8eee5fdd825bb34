// A counted event stays until it is satisfied and has all its dependences.
#include "check.h"

static int ended;

static EDT(sees) {
  EQ(number_in(depv[0]), 4);
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t guid = counted(4);
  OK(ocrAddDependence(guid, edt(sees, 1), 0, DB_MODE_RO));
  OK(ocrEventSatisfy(guid, number_block(4)));
  for (int i = 0; i < 3; i++) OK(ocrAddDependence(guid, edt(sees, 1), 0, DB_MODE_RO));
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 4);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
