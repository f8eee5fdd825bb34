// Ranks that are none, data that are NULL and events of other kinds are OCR_EINVAL.
// heddle-only: XSOCR does not compile with collective events
#include "check_collective.h"

MAIN {
  ocrGuid_t guid = collective(2, 1, REDOP_U8_ADD, COL_ALLREDUCE, 1), other;
  u64 data = 1;
  ocrEventParams_t params;
  EQ(ocrEventCollectiveSatisfySlot(guid, &data, 2), OCR_EINVAL);
  EQ(ocrEventCollectiveSatisfySlot(guid, NULL, 0), OCR_EINVAL);
  EQ(ocrEventCollectiveSatisfySlot(NULL_GUID, &data, 0), OCR_EINVAL);
  EQ(ocrEventCollectiveSatisfySlot(event(OCR_EVENT_STICKY_T), &data, 0), OCR_EINVAL);
  EQ(ocrEventCreate(&other, OCR_EVENT_COLLECTIVE_T, EVT_PROP_NONE), OCR_EINVAL);
  memset(&params, 0, sizeof params);
  EQ(ocrEventCreateParams(&other, OCR_EVENT_COLLECTIVE_T, EVT_PROP_NONE, &params), OCR_EINVAL);
  return pass();
}
