// A hint of another type where an event is made is OCR_EINVAL; one of its own type is taken, and has no property.
// heddle-only: XSOCR does not look
#include "check.h"

MAIN {
  ocrHint_t of_blocks, of_events;
  ocrEventParams_t params;
  ocrGuid_t guid = ERROR_GUID;
  memset(&params, 0, sizeof params);
  OK(ocrHintInit(&of_blocks, OCR_HINT_DB_T));
  OK(ocrHintInit(&of_events, OCR_HINT_EVT_T));
  EQ(ocrEventCreateParams(&guid, OCR_EVENT_LATCH_T, EVT_PROP_NONE, &of_blocks, &params), OCR_EINVAL);
  IS_NULL(guid);
  OK(ocrEventCreateParams(&guid, OCR_EVENT_LATCH_T, EVT_PROP_NONE, &of_events, &params));
  EQ(ocrSetHintValue(&of_events, OCR_HINT_DB_NEAR, 1), OCR_EINVAL);
  EQ(ocrSetHint(guid, &of_blocks), OCR_EINVAL);
  EQ(ocrGetHint(guid, &of_blocks), OCR_EINVAL);
  OK(ocrSetHint(guid, &of_events));
  OK(ocrGetHint(guid, &of_events));
  return pass();
}
