// The k-th satisfaction of a channel goes to its k-th dependence, whichever side is ahead.
#include "check.h"

enum { k_items = 60 };
static int ended;

static EDT(takes) {
  EQ(number_in(depv[0]), paramv[0]);
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t guid = channel(k_items);
  u64 given = 0, taken = 0;
  // Runs of both sides: 1 ahead, 2 behind, 3 ahead, ...
  for (u64 run = 1; given < k_items || taken < k_items; run++)
    for (u64 i = 0; i < run * 2; i++) {
      if (run % 2 && given < k_items) OK(ocrEventSatisfy(guid, number_block(given++)));
      if (run % 2 == 0 && taken < k_items) {
        OK(ocrAddDependence(guid, edt_of(takes, taken, 1), 0, DB_MODE_RO));
        taken++;
      }
    }
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), k_items);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
