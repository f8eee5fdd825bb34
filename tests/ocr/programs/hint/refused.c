// A property of another type is OCR_EINVAL, one that is not set OCR_ENOENT; of UNDEF and NULL nothing is done.
// heddle-only: XSOCR crashes at NULL
#include "check.h"

MAIN {
  ocrHint_t hint, undefined;
  u64 value = 5;
  OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
  OK(ocrHintInit(&undefined, OCR_HINT_UNDEF_T));
  EQ(ocrHintInit(&hint, (ocrHintType_t)77), OCR_EINVAL);
  OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
  EQ(ocrSetHintValue(&hint, OCR_HINT_DB_NEAR, 1), OCR_EINVAL);
  EQ(ocrSetHintValue(&hint, OCR_HINT_EDT_PROP_START, 1), OCR_EINVAL);
  EQ(ocrSetHintValue(&hint, OCR_HINT_EDT_PROP_END, 1), OCR_EINVAL);
  EQ(ocrSetHintValue(&hint, (ocrHintProp_t)1000, 1), OCR_EINVAL);
  EQ(ocrUnsetHintValue(&hint, OCR_HINT_EDT_PRIORITY), OCR_ENOENT);
  EQ(ocrUnsetHintValue(&hint, OCR_HINT_DB_NEAR), OCR_EINVAL);
  EQ(ocrGetHintValue(&hint, OCR_HINT_DB_NEAR, &value), OCR_EINVAL);
  OK(ocrSetHintValue(&hint, OCR_HINT_EDT_PRIORITY, 1));
  EQ(ocrGetHintValue(&hint, OCR_HINT_EDT_PRIORITY, NULL), OCR_EINVAL);
  OK(ocrSetHintValue(&undefined, OCR_HINT_EDT_PRIORITY, 1));
  OK(ocrGetHintValue(&undefined, OCR_HINT_EDT_PRIORITY, &value));
  OK(ocrSetHintValue(NULL_HINT, OCR_HINT_EDT_PRIORITY, 1));
  OK(ocrUnsetHintValue(NULL_HINT, OCR_HINT_EDT_PRIORITY));
  return pass();
}
