// An index that is too large, and room for none, are OCR_EINVAL.
// heddle-only: XSOCR asserts
#include "check.h"

MAIN {
  u64 count = 0, none = 0;
  ocrGuid_t one;
  OK(ocrAffinityCount(AFFINITY_PD, &count));
  EQ(ocrAffinityGetAt(AFFINITY_PD, count, &one), OCR_EINVAL);
  EQ(ocrAffinityGet(AFFINITY_PD, &none, &one), OCR_EINVAL);
  EQ(ocrAffinityQuery(NULL_GUID, &none, &one), OCR_EINVAL);
  EQ(ocrAffinityCount(AFFINITY_PD, NULL), OCR_EINVAL);
  EQ(ocrAffinityCount((ocrAffinityKind)9, &count), OCR_EINVAL);
  EQ(ocrAffinityGetCurrent(NULL), OCR_EINVAL);
  return pass();
}
