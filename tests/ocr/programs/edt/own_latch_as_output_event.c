// An own latch as output event is counted down.
#include "check.h"

static int ended;

static EDT(body) {
  HIT(ended);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 10);
  return pass();
}

MAIN {
  ocrGuid_t mine = latch(10);
  depend(mine, edt(all, 1), 0);
  for (int i = 0; i < 10; i++) new_edt(body, 0, NULL, 0, EDT_PROP_OEVT_VALID, &mine);
  return NULL_GUID;
}
