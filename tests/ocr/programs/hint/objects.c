// Objects take hints and give them back; templates pass theirs on to their EDTs.
// heddle-only: XSOCR keeps some
#include "check.h"

static EDT(body) { return NULL_GUID; }

MAIN {
  ocrHint_t hint, got, blocks;
  u64 value;
  ocrGuid_t template_guid, guid, block = number_block(1);
  OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
  OK(ocrSetHintValue(&hint, OCR_HINT_EDT_PRIORITY, 9));
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 1));
  OK(ocrSetHint(template_guid, &hint));
  OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  OK(ocrHintInit(&got, OCR_HINT_EDT_T));
  OK(ocrSetHintValue(&got, OCR_HINT_EDT_SPACE, 3));
  OK(ocrGetHint(guid, &got));
  OK(ocrGetHintValue(&got, OCR_HINT_EDT_PRIORITY, &value));
  EQ(value, 9);
  OK(ocrGetHintValue(&got, OCR_HINT_EDT_SPACE, &value));
  EQ(value, 3);
  OK(ocrSetHintValue(&hint, OCR_HINT_EDT_PRIORITY, 4));
  OK(ocrSetHint(guid, &hint));
  OK(ocrGetHint(guid, &got));
  OK(ocrGetHintValue(&got, OCR_HINT_EDT_PRIORITY, &value));
  EQ(value, 4);
  EQ(ocrSetHint(block, &hint), OCR_EINVAL);
  OK(ocrHintInit(&blocks, OCR_HINT_DB_T));
  OK(ocrSetHintValue(&blocks, OCR_HINT_DB_EAGER, 1));
  OK(ocrSetHint(block, &blocks));
  OK(ocrHintInit(&got, OCR_HINT_DB_T));
  OK(ocrGetHint(block, &got));
  OK(ocrGetHintValue(&got, OCR_HINT_DB_EAGER, &value));
  EQ(value, 1);
  EQ(ocrGetHint(guid, &got), OCR_EINVAL);
  EQ(ocrSetHint(NULL_GUID, &hint), OCR_EINVAL);
  OK(ocrSetHint(guid, NULL_HINT));
  OK(ocrGetHint(guid, NULL_HINT));
  return pass();
}
