// A finish EDT's output event fires when all EDTs made below it, at any depth, have ended.
#include "check.h"

enum { k_depth = 9 };
static u64 ended;

static EDT(node) {
  if (paramv[0] > 0)
    for (int i = 0; i < 3; i++) edt_of(node, paramv[0] - 1, 0);
  HIT(ended);
  return NULL_GUID;
}

static EDT(root) {
  edt_of(node, k_depth, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 29524);
  return pass();
}

MAIN {
  after(root, all);
  return NULL_GUID;
}
