// The code of ocrAbort comes out of ocrLegacyFinalize.
// heddle-only: XSOCR ends the process
#include "check.h"

static EDT(body) {
  ocrAbort(5);
  return NULL_GUID;
}

int main(void) {
  ocrConfig_t config = {0, NULL, NULL};
  ocrGuid_t context, template_guid, handle, none = NULL_GUID;
  ocrLegacyInit(&context, &config);
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 1));
  OK(ocrLegacySpawnOCR(&handle, template_guid, 0, NULL, 1, &none, context));
  EQ(ocrLegacyFinalize(context, true), 5);
  passed();
  return 0;
}
