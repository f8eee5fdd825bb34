// A latch that has fired is gone, and slot 7 is none.
// heddle-only: XSOCR asserts
#include "check.h"

MAIN {
  ocrGuid_t guid = latch(1);
  EQ(ocrEventSatisfySlot(guid, NULL_GUID, 7), OCR_EINVAL);
  EQ(ocrEventSatisfySlot(guid, NULL_GUID, 2), OCR_EINVAL);
  OK(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
  EQ(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT), OCR_EINVAL);
  EQ(ocrEventSatisfySlot(guid, NULL_GUID, OCR_EVENT_LATCH_INCR_SLOT), OCR_EINVAL);
  return pass();
}
