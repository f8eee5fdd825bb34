// Events linked with the slots of a latch count, also from many EDTs at once.
#include "check.h"

enum { k_edts = 500 };
static u64 ended;

static EDT(body) {
  HIT(ended);
  return NULL_GUID;
}

static EDT(last) {
  EQ(PEEK(ended), k_edts);
  return pass();
}

MAIN {
  ocrGuid_t guid = latch(1), starts[k_edts];
  depend(guid, edt(last, 1), 0);
  for (int i = 0; i < k_edts; i++) {
    ocrGuid_t output;
    OK(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT));
    starts[i] = new_edt(body, 0, NULL, 1, EDT_PROP_NONE, &output);
    OK(ocrAddDependence(output, guid, OCR_EVENT_LATCH_DECR_SLOT, DB_MODE_NULL));
  }
  for (int i = 0; i < k_edts; i++) depend(NULL_GUID, starts[i], 0);
  OK(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
  return NULL_GUID;
}
