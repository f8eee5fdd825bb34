// Parameters are copied when the EDT is made; the body may write to its copy.
#include "check.h"

static int ended;

static EDT(adds) {
  EQ(paramc, 3);
  EQ(paramv[0] + paramv[1] + paramv[2], 6);
  paramv[0] = 77;
  HIT(ended);
  return NULL_GUID;
}

static EDT(both) {
  EQ(PEEK(ended), 2);
  return pass();
}

static EDT(makes) {
  u64 values[] = {1, 2, 3};
  for (int i = 0; i < 2; i++) {
    ocrGuid_t guid = new_edt(adds, 3, values, 1, EDT_PROP_NONE, NULL);
    u64 kept = values[1];
    values[1] = 1000;
    depend(NULL_GUID, guid, 0);
    values[1] = kept;
  }
  return NULL_GUID;
}

MAIN {
  after(makes, both);
  return NULL_GUID;
}
