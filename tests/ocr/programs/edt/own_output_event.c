// With EDT_PROP_OEVT_VALID the output event is the program's own.
#include "check.h"

static EDT(gives) { return number_block(9); }

static EDT(takes) {
  EQ(number_in(depv[0]), 9);
  return pass();
}

MAIN {
  ocrGuid_t mine = event(OCR_EVENT_STICKY_T), kept = mine;
  new_edt(gives, 0, NULL, 0, EDT_PROP_OEVT_VALID, &mine);
  SAME(mine, kept);
  depend(mine, edt(takes, 1), 0);
  return NULL_GUID;
}
