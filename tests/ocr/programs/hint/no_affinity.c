// An affinity hint of 0 is none.
// heddle-only: XSOCR asserts
#include "check.h"

static EDT(body) { return pass(); }

MAIN {
  ocrHint_t hint;
  ocrGuid_t template_guid, guid;
  OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
  OK(ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY, 0));
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 0));
  OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 0, NULL, EDT_PROP_NONE, &hint, NULL));
  return NULL_GUID;
}
