// A template needs a function; what is no template makes no EDT.
// heddle-only: XSOCR crashes
#include "check.h"

static EDT(body) { return NULL_GUID; }

MAIN {
  ocrGuid_t guid = ERROR_GUID, gone, block = number_block(1);
  EQ(ocrEdtTemplateCreate(&guid, NULL, 0, 0), OCR_EINVAL);
  IS_NULL(guid);
  EQ(ocrEdtTemplateCreate(NULL, body, 0, 0), OCR_EINVAL);
  OK(ocrEdtTemplateCreate(&gone, body, 0, 0));
  OK(ocrEdtTemplateDestroy(gone));
  EQ(ocrEdtTemplateDestroy(gone), OCR_EINVAL);
  EQ(ocrEdtTemplateDestroy(NULL_GUID), OCR_EINVAL);
  EQ(ocrEdtTemplateDestroy(block), OCR_EINVAL);
  ocrGuid_t wrong[] = {NULL_GUID, UNINITIALIZED_GUID, ERROR_GUID, gone, block};
  for (int i = 0; i < 5; i++) {
    EQ(ocrEdtCreate(&guid, wrong[i], 0, NULL, 0, NULL, EDT_PROP_NONE, NULL_HINT, NULL), OCR_EINVAL);
    IS_NULL(guid);
  }
  return pass();
}
