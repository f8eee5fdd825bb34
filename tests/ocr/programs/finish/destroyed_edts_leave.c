// An EDT that is destroyed leaves its scope.
// heddle-only: XSOCR does not count it out
#include "check.h"

static EDT(never) {
  CHECK(0, "a destroyed EDT ran");
  return NULL_GUID;
}

static EDT(root) {
  ocrGuid_t guids[10];
  for (int i = 0; i < 10; i++) guids[i] = edt(never, 1);
  for (int i = 0; i < 10; i++) OK(ocrEdtDestroy(guids[i]));
  return NULL_GUID;
}

static EDT(all) { return pass(); }

MAIN {
  after(root, all);
  return NULL_GUID;
}
