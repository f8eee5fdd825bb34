// What is no kind of event, or no property, or no place for a GUID, is OCR_EINVAL.
// heddle-only: XSOCR asserts
#include "check.h"

MAIN {
  ocrGuid_t guid = ERROR_GUID;
  const int wrong[] = {0, -1, 8, 100, OCR_EVENT_COLLECTIVE_T};
  for (int i = 0; i < 5; i++) {
    EQ(ocrEventCreate(&guid, (ocrEventTypes_t)wrong[i], EVT_PROP_NONE), OCR_EINVAL);
    IS_NULL(guid);
  }
  EQ(ocrEventCreate(&guid, OCR_EVENT_STICKY_T, 0x40), OCR_EINVAL);
  EQ(ocrEventCreate(NULL, OCR_EVENT_STICKY_T, EVT_PROP_NONE), OCR_EINVAL);
  return pass();
}
