// Hints are set, asked for and taken out again.
#include "check.h"

MAIN {
  ocrHint_t hint;
  u64 value = 0;
  OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
  EQ(ocrGetHintValue(&hint, OCR_HINT_EDT_PRIORITY, &value), OCR_ENOENT);
  for (int p = OCR_HINT_EDT_PROP_START + 1; p < OCR_HINT_EDT_PROP_END; p++)
    OK(ocrSetHintValue(&hint, (ocrHintProp_t)p, p + 100));
  for (int p = OCR_HINT_EDT_PROP_START + 1; p < OCR_HINT_EDT_PROP_END; p++) {
    OK(ocrGetHintValue(&hint, (ocrHintProp_t)p, &value));
    EQ(value, p + 100);
  }
  OK(ocrUnsetHintValue(&hint, OCR_HINT_EDT_PRIORITY));
  EQ(ocrGetHintValue(&hint, OCR_HINT_EDT_PRIORITY, &value), OCR_ENOENT);
  OK(ocrGetHintValue(&hint, OCR_HINT_EDT_AFFINITY, &value));
  OK(ocrHintInit(&hint, OCR_HINT_DB_T));
  OK(ocrSetHintValue(&hint, OCR_HINT_DB_HIGHBW, 1));
  OK(ocrGetHintValue(&hint, OCR_HINT_DB_HIGHBW, &value));
  EQ(value, 1);
  return pass();
}
