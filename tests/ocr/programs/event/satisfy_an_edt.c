// ocrEventSatisfySlot satisfies slots of EDTs, with their blocks.
// heddle-only: XSOCR has no mode for such a slot
#include "check.h"

static EDT(last) {
  EQ(number_in(depv[0]), 1);
  EQ(number_in(depv[1]), 2);
  EQ(depv[0].mode, DB_DEFAULT_MODE);
  return pass();
}

MAIN {
  ocrGuid_t guid = edt(last, 2);
  OK(ocrEventSatisfySlot(guid, number_block(2), 1));
  OK(ocrEventSatisfy(guid, number_block(1)));
  return NULL_GUID;
}
