// If the block that a finish EDT returned was destroyed meanwhile, its output event passes NULL_GUID.
// heddle-only: XSOCR passes what is gone
#include "check.h"

static ocrGuid_t block;

static EDT(destroys) {
  OK(ocrDbDestroy(block));
  return NULL_GUID;
}

static EDT(root) {
  block = number_block(1);
  ocrGuid_t next = edt(destroys, 1);
  depend(NULL_GUID, next, 0);
  return block;
}

static EDT(all) {
  IS_NULL(depv[0].guid);
  return pass();
}

MAIN {
  ocrGuid_t output, last = edt(all, 1), first = new_edt(root, 0, NULL, 1, EDT_PROP_FINISH, &output);
  OK(ocrAddDependence(output, last, 0, DB_MODE_RO));
  depend(NULL_GUID, first, 0);
  return NULL_GUID;
}
