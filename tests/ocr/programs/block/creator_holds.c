// The creator of a block holds it in RW: an EDT that wants it in EW or CONST waits until the creator lets go.
#include "check.h"

static int released;

static EDT(alone) {
  EQ(PEEK(released), 1);
  EQ(number_in(depv[0]), 8);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t guid;
  u64* data;
  OK(ocrDbCreate(&guid, (void**)&data, 8, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  OK(ocrAddDependence(guid, edt(alone, 1), 0, (ocrDbAccessMode_t)paramv[0]));
  for (int j = 0; j < 100; j++) sched_yield();
  *data = 8;
  POKE(released, 1);
  if (paramv[1]) OK(ocrDbRelease(guid));
  return NULL_GUID;
}

static EDT(next) {
  static const u64 cases[][2] = {{DB_MODE_EW, 0}, {DB_MODE_EW, 1}, {DB_MODE_CONST, 0}, {DB_MODE_CONST, 1}};
  if (paramv[0] == 4) return pass();
  ocrGuid_t output, last = edt_of(next, paramv[0] + 1, 1);
  u64 given[] = {cases[paramv[0]][0], cases[paramv[0]][1]};
  POKE(released, 0);
  ocrGuid_t first = new_edt(makes, 2, given, 1, EDT_PROP_FINISH, &output);
  OK(ocrAddDependence(output, last, 0, DB_MODE_NULL));
  depend(NULL_GUID, first, 0);
  return NULL_GUID;
}

MAIN {
  edt_of(next, 0, 0);
  return NULL_GUID;
}
