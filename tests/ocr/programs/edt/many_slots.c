// An EDT with 100,000 slots, satisfied from both ends by blocks, events and NULL_GUID.
// heddle-only: XSOCR has a stack of its own depth
#include "check.h"

enum { k_slots = 100000 };

static ocrGuid_t shared;

static EDT(sees) {
  EQ(depc, k_slots);
  for (u32 i = 0; i < depc; i++) {
    if (i % 3 == 0)
      IS_NULL(depv[i].guid);
    else
      SAME(depv[i].guid, shared);
  }
  EQ(number_in(depv[1]), 8);
  return pass();
}

MAIN {
  ocrGuid_t guid = edt(sees, k_slots), sticky = event(OCR_EVENT_STICKY_T);
  shared = number_block(8);
  for (u32 left = 0, right = k_slots; left < right; left++) {
    u32 slots[] = {left, --right};
    for (int i = 0; i < (left < right ? 2 : 1); i++) {
      ocrGuid_t sources[] = {NULL_GUID, shared, sticky};
      OK(ocrAddDependence(sources[slots[i] % 3], guid, slots[i], DB_MODE_RO));
    }
  }
  OK(ocrEventSatisfy(sticky, shared));
  return NULL_GUID;
}
