// A finish EDT's output event passes the block that its body returned, though others end later.
// heddle-only: XSOCR passes it if the EDT ends last
#include "check.h"

static u64 ended;

static EDT(leaf) {
  for (int i = 0; i < 100; i++) sched_yield();
  HIT(ended);
  return NULL_GUID;
}

static EDT(root) {
  for (int i = 0; i < 100; i++) edt(leaf, 0);
  return number_block(21);
}

static EDT(all) {
  EQ(PEEK(ended), 100);
  EQ(number_in(depv[0]), 21);
  return pass();
}

MAIN {
  ocrGuid_t output, last = edt(all, 1), first = new_edt(root, 0, NULL, 1, EDT_PROP_FINISH, &output);
  OK(ocrAddDependence(output, last, 0, DB_MODE_RO));
  depend(NULL_GUID, first, 0);
  return NULL_GUID;
}
