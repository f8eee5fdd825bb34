// ocrGuidMapSetDefaultMap gives the map that NULL_GUID stands for.
// heddle-only: XSOCR has none
#include "check.h"

static ocrGuid_t of_number(ocrGuid_t start, u64 skip, s64* params, s64* tuple) {
  return addValueToGuid(start, (u64)(tuple[0] + params[0]) * skip);
}

MAIN {
  s64 shift = 2, tuple[] = {3};
  ocrGuid_t one, two;
  EQ(ocrGuidMapSetDefaultMap(1, NULL, &shift, 10, GUID_USER_EVENT_STICKY), OCR_EINVAL);
  OK(ocrGuidMapSetDefaultMap(1, of_number, &shift, 10, GUID_USER_EVENT_STICKY));
  OK(ocrGuidFromLabel(&one, NULL_GUID, tuple));
  OK(ocrGuidFromLabel(&two, NULL_GUID, tuple));
  SAME(one, two);
  OK(ocrEventCreate(&one, OCR_EVENT_STICKY_T, EVT_PROP_NONE | GUID_PROP_CHECK));
  EQ(ocrEventCreate(&two, OCR_EVENT_STICKY_T, EVT_PROP_NONE | GUID_PROP_CHECK), OCR_EGUIDEXISTS);
  return pass();
}
