// A context that is none is OCR_EINVAL, and so is one that was finalized; ocrLegacyInit takes no place for one.
// heddle-only: XSOCR crashes
#include "check.h"

int main(void) {
  ocrConfig_t config = {0, NULL, NULL};
  ocrGuid_t context, other = {99};
  EQ(ocrLegacyFinalize(NULL_GUID, true), OCR_EINVAL);
  ocrLegacyInit(&context, &config);
  EQ(ocrLegacyFinalize(NULL_GUID, true), OCR_EINVAL);
  EQ(ocrLegacyFinalize(other, false), OCR_EINVAL);
  ocrShutdown();
  OK(ocrLegacyFinalize(context, true));
  EQ(ocrLegacyFinalize(context, true), OCR_EINVAL);
  ocrLegacyInit(NULL, NULL);
  ocrShutdown();
  OK(ocrLegacyFinalize(context, true));
  passed();
  return 0;
}
