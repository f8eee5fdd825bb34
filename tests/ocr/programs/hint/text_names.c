// The calls under the text's names take its union.
// heddle-only: XSOCR has other names
#include "check.h"

MAIN {
  ocrHint_t hint;
  ocrHintVal_t value = {.s64Value = -3}, got = {.s64Value = 0};
  u64 number = 0;
  OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
  OK(ocrHintSetValue(&hint, OCR_HINT_EDT_PRIORITY, value));
  OK(ocrHintGetValue(&hint, OCR_HINT_EDT_PRIORITY, &got));
  EQ(got.s64Value, -3);
  OK(ocrGetHintValue(&hint, OCR_HINT_EDT_PRIORITY, &number));
  EQ((s64)number, -3);
  ocrGuid_t affinity;
  OK(ocrAffinityGetCurrent(&affinity));
  value.guidValue = affinity;
  OK(ocrHintSetValue(&hint, OCR_HINT_EDT_AFFINITY, value));
  OK(ocrGetHintValue(&hint, OCR_HINT_EDT_AFFINITY, &number));
  EQ(number, ocrAffinityToHintValue(affinity));
  OK(ocrHintUnsetValue(&hint, OCR_HINT_EDT_AFFINITY));
  EQ(ocrHintGetValue(&hint, OCR_HINT_EDT_AFFINITY, &got), OCR_ENOENT);
  EQ(ocrHintSetValue(&hint, OCR_HINT_DB_NEAR, value), OCR_EINVAL);
  return pass();
}
