// Indices and GUIDs that are none, and ranges of nothing, are OCR_EINVAL; the kind of what is not there is NONE.
// heddle-only: XSOCR asserts
#include "check.h"

static ocrGuid_t none(ocrGuid_t start, u64 skip, s64* params, s64* tuple) { return start; }

MAIN {
  ocrGuid_t range, label, map, block = number_block(1);
  ocrGuidUserKind kind;
  OK(ocrGuidRangeCreate(&range, 3, GUID_USER_EVENT_STICKY));
  OK(ocrGuidFromIndex(&label, range, 2));
  EQ(ocrGuidFromIndex(&label, range, 3), OCR_EINVAL);
  IS_NULL(label);
  EQ(ocrGuidFromIndex(&label, NULL_GUID, 0), OCR_EINVAL);
  EQ(ocrGuidFromIndex(&label, block, 0), OCR_EINVAL);
  EQ(ocrGuidFromIndex(NULL, range, 0), OCR_EINVAL);
  s64 tuple[] = {0};
  EQ(ocrGuidFromLabel(&label, block, tuple), OCR_EINVAL);
  EQ(ocrGuidRangeCreate(&map, 0, GUID_USER_EDT), OCR_EINVAL);
  EQ(ocrGuidRangeCreate(&map, 1, (ocrGuidUserKind)99), OCR_EINVAL);
  EQ(ocrGuidMapCreate(&map, 0, NULL, NULL, 5, GUID_USER_EDT), OCR_EINVAL);
  OK(ocrGuidMapCreate(&map, 0, none, NULL, 5, GUID_USER_EDT));
  OK(ocrGuidMapDestroy(map));
  EQ(ocrGuidMapDestroy(map), OCR_EINVAL);
  EQ(ocrGuidMapDestroy(block), OCR_EINVAL);
  OK(ocrGuidFromIndex(&label, range, 1));
  OK(ocrGetGuidKind(&kind, label));
  EQ(kind, GUID_USER_NONE);
  EQ(ocrEventSatisfy(label, NULL_GUID), OCR_EINVAL);
  OK(ocrEventCreate(&label, OCR_EVENT_STICKY_T, EVT_PROP_NONE | GUID_PROP_IS_LABELED));
  OK(ocrGetGuidKind(&kind, label));
  EQ(kind, GUID_USER_EVENT_STICKY);
  return pass();
}
