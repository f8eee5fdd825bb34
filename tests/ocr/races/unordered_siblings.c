// Two EDTs that nothing puts in order write one variable: found whoever runs them.
// status: 66
// says: data race
#include "check.h"

static u64 shared;
static int ended;

static EDT(writes) {
  shared += paramv[0];
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  for (u64 i = 0; i < 2; i++) edt_of(writes, i + 1, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 2);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
