// Each of 10,000 EDTs runs once.
#include "check.h"

static int runs[10000];

static EDT(body) {
  HIT(runs[paramv[0]]);
  return NULL_GUID;
}

static EDT(makes) {
  for (u64 i = 0; i < 10000; i++) edt_of(body, i, 0);
  return NULL_GUID;
}

static EDT(all) {
  for (int i = 0; i < 10000; i++) EQ(PEEK(runs[i]), 1);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
