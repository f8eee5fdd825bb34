// An out pointer that is NULL is OCR_EINVAL.
// heddle-only: XSOCR crashes
#include "check.h"

MAIN {
  ocrGuid_t guid = number_block(1), range;
  OK(ocrGuidRangeCreate(&range, 1, GUID_USER_DB));
  EQ(ocrEventCreate(NULL, OCR_EVENT_ONCE_T, EVT_PROP_NONE), OCR_EINVAL);
  EQ(ocrEventCreateParams(NULL, OCR_EVENT_ONCE_T, EVT_PROP_NONE, NULL), OCR_EINVAL);
  EQ(ocrGuidRangeCreate(NULL, 1, GUID_USER_DB), OCR_EINVAL);
  EQ(ocrGuidFromIndex(NULL, range, 0), OCR_EINVAL);
  EQ(ocrGetGuidKind(NULL, guid), OCR_EINVAL);
  EQ(ocrAffinityGetAt(AFFINITY_PD, 0, NULL), OCR_EINVAL);
  EQ(ocrAffinityCount(AFFINITY_PD, NULL), OCR_EINVAL);
  EQ(ocrHintInit(NULL, OCR_HINT_EDT_T), 0);
  return pass();
}
