// EDTs made from a template live on when it is destroyed.
#include "check.h"

static EDT(body) { return pass(); }

MAIN {
  ocrGuid_t template_guid, guid;
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 1));
  OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  OK(ocrEdtTemplateDestroy(template_guid));
  depend(NULL_GUID, guid, 0);
  return NULL_GUID;
}
