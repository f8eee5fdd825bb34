// A hint for blocks where an EDT is made, or the other way round, is OCR_EINVAL.
// heddle-only: XSOCR does not look
#include "check.h"

static EDT(never) {
  CHECK(0, "this EDT should not exist");
  return NULL_GUID;
}

MAIN {
  ocrHint_t of_edts, of_blocks;
  ocrGuid_t template_guid, guid;
  void* data;
  OK(ocrHintInit(&of_edts, OCR_HINT_EDT_T));
  OK(ocrHintInit(&of_blocks, OCR_HINT_DB_T));
  OK(ocrSetHintValue(&of_edts, OCR_HINT_EDT_PRIORITY, 1));
  OK(ocrSetHintValue(&of_blocks, OCR_HINT_DB_NEAR, 1));
  OK(ocrEdtTemplateCreate(&template_guid, never, 0, 0));
  EQ(ocrEdtCreate(&guid, template_guid, 0, NULL, 0, NULL, EDT_PROP_NONE, &of_blocks, NULL), OCR_EINVAL);
  IS_NULL(guid);
  EQ(ocrDbCreate(&guid, &data, 8, DB_PROP_NONE, &of_edts, NO_ALLOC), OCR_EINVAL);
  IS_NULL(guid);
  return pass();
}
