// A finish EDT that is destroyed before it runs leaves the scope around it.
// heddle-only: XSOCR does not count it out
#include "check.h"

static EDT(never) {
  CHECK(0, "a destroyed EDT ran");
  return NULL_GUID;
}

static EDT(root) {
  ocrGuid_t output, guid = new_edt(never, 0, NULL, 1, EDT_PROP_FINISH, &output);
  OK(ocrEdtDestroy(guid));
  return NULL_GUID;
}

static EDT(all) { return pass(); }

MAIN {
  after(root, all);
  return NULL_GUID;
}
