// EDT_PROP_LONG and EDT_PROP_NO_HINT are taken, unknown properties are OCR_EINVAL.
// heddle-only: XSOCR does not look
#include "check.h"

static EDT(body) { return pass(); }

MAIN {
  ocrGuid_t template_guid, guid;
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 0));
  EQ(ocrEdtCreate(&guid, template_guid, 0, NULL, 0, NULL, 0x80, NULL_HINT, NULL), OCR_EINVAL);
  IS_NULL(guid);
  OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 0, NULL, EDT_PROP_LONG | EDT_PROP_NO_HINT, NULL_HINT, NULL));
  return NULL_GUID;
}
