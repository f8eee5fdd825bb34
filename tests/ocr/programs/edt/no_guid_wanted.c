// An EDT whose slots are all known needs no place for its GUID; with an open slot that is OCR_EPERM.
// heddle-only: XSOCR takes the open one
#include "check.h"

static EDT(body) {
  EQ(number_in(depv[0]), 5);
  return pass();
}

MAIN {
  ocrGuid_t template_guid, known[] = {number_block(5)}, open[] = {UNINITIALIZED_GUID};
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 1));
  EQ(ocrEdtCreate(NULL, template_guid, 0, NULL, 1, open, EDT_PROP_NONE, NULL_HINT, NULL), OCR_EPERM);
  EQ(ocrEdtCreate(NULL, template_guid, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL), OCR_EPERM);
  OK(ocrEdtCreate(NULL, template_guid, 0, NULL, 1, known, EDT_PROP_NONE, NULL_HINT, NULL));
  return NULL_GUID;
}
