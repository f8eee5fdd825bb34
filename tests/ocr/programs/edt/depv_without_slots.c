// With depc 0 depv is ignored.
// heddle-only: XSOCR asserts that depv is NULL
#include "check.h"

static EDT(sees) {
  EQ(depc, 0);
  return pass();
}

MAIN {
  ocrGuid_t template_guid, guid, given[] = {NULL_GUID};
  OK(ocrEdtTemplateCreate(&template_guid, sees, 0, 0));
  OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 0, given, EDT_PROP_NONE, NULL_HINT, NULL));
  return NULL_GUID;
}
