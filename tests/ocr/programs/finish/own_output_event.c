// A finish EDT may have a sticky event of the program's own as its output event.
#include "check.h"

static u64 ended;

static EDT(leaf) {
  HIT(ended);
  return NULL_GUID;
}

static EDT(root) {
  for (int i = 0; i < 200; i++) edt(leaf, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 200);
  return pass();
}

MAIN {
  ocrGuid_t mine = event(OCR_EVENT_STICKY_T);
  OK(ocrAddDependence(mine, edt(all, 1), 0, DB_MODE_NULL));
  new_edt(root, 0, NULL, 0, EDT_PROP_FINISH | EDT_PROP_OEVT_VALID, &mine);
  return NULL_GUID;
}
