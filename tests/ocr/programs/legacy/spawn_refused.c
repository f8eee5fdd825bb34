// ocrLegacySpawnOCR needs slots, known GUIDs and a template, and leaves the caller's array alone.
// heddle-only: XSOCR overwrites the array
#include "check.h"

static EDT(body) {
  EQ(number_in(depv[0]), 3);
  return depv[0].guid;
}

int main(void) {
  ocrConfig_t config = {0, NULL, NULL};
  ocrGuid_t context, template_guid, handle, open = UNINITIALIZED_GUID, given, kept;
  ocrLegacyInit(&context, &config);
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, EDT_PARAM_UNK));
  EQ(ocrLegacySpawnOCR(&handle, template_guid, 0, NULL, 0, NULL, context), OCR_EINVAL);
  EQ(ocrLegacySpawnOCR(&handle, template_guid, 0, NULL, 1, &open, context), OCR_EINVAL);
  EQ(ocrLegacySpawnOCR(&handle, NULL_GUID, 0, NULL, 1, &open, context), OCR_EINVAL);
  given = kept = number_block(3);
  OK(ocrLegacySpawnOCR(&handle, template_guid, 0, NULL, 1, &given, context));
  SAME(given, kept);
  SAME(ocrWait(handle), kept);
  OK(ocrEventDestroy(handle));
  ocrShutdown();
  OK(ocrLegacyFinalize(context, true));
  passed();
  return 0;
}
