// NULL_GUID is a value that a channel keeps in order.
#include "check.h"

static int ended;

static EDT(takes) {
  if (paramv[0] % 2)
    IS_NULL(depv[0].guid);
  else
    EQ(number_in(depv[0]), paramv[0]);
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t guid = channel(10);
  for (u64 i = 0; i < 10; i++) OK(ocrEventSatisfy(guid, i % 2 ? NULL_GUID : number_block(i)));
  for (u64 i = 0; i < 10; i++) OK(ocrAddDependence(guid, edt_of(takes, i, 1), 0, DB_MODE_RO));
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 10);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
