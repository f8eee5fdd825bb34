// 2,000 scopes inside each other.
#include "check.h"

static int ended;

static EDT(level) {
  HIT(ended);
  if (paramv[0] == 0) return NULL_GUID;
  u64 next = paramv[0] - 1;
  new_edt(level, 1, &next, 0, EDT_PROP_FINISH, NULL);
  return NULL_GUID;
}

static EDT(root) {
  edt_of(level, 2000, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 2001);
  return pass();
}

MAIN {
  after(root, all);
  return NULL_GUID;
}
