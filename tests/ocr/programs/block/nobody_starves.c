// Readers in CONST and writers in EW who come again and again all get their turn.
#include "check.h"

enum { k_turns = 300, k_chains = 6 };
static ocrGuid_t block, done;

static EDT(turn) {
  if (paramv[0] == 0) {
    OK(ocrEventSatisfySlot(done, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
    return NULL_GUID;
  }
  if (paramv[1]) ++*(u64*)depv[0].ptr;
  u64 next[] = {paramv[0] - 1, paramv[1]};
  ocrGuid_t guid = new_edt(turn, 2, next, 1, EDT_PROP_NONE, NULL);
  OK(ocrAddDependence(block, guid, 0, paramv[1] ? DB_MODE_EW : DB_MODE_CONST));
  return NULL_GUID;
}

static EDT(all) {
  EQ(number_in(depv[1]), k_turns * k_chains / 2);
  return pass();
}

MAIN {
  block = number_block(0);
  done = latch(k_chains);
  ocrGuid_t last = edt(all, 2);
  OK(ocrAddDependence(done, last, 0, DB_MODE_NULL));
  for (u64 i = 0; i < k_chains; i++) {
    u64 first[] = {k_turns, i % 2};
    ocrGuid_t guid = new_edt(turn, 2, first, 1, EDT_PROP_NONE, NULL);
    OK(ocrAddDependence(block, guid, 0, i % 2 ? DB_MODE_EW : DB_MODE_CONST));
  }
  OK(ocrAddDependence(block, last, 1, DB_MODE_RO));
  return NULL_GUID;
}
