// A second ocrLegacyInit without ocrLegacyFinalize says so and gives NULL_GUID.
// says: ocrLegacyInit
// heddle-only: XSOCR asserts
#include "check.h"

int main(void) {
  ocrConfig_t config = {0, NULL, NULL};
  ocrGuid_t context, second = ERROR_GUID;
  ocrLegacyInit(&context, &config);
  ocrLegacyInit(&second, &config);
  IS_NULL(second);
  ocrShutdown();
  OK(ocrLegacyFinalize(context, true));
  passed();
  return 0;
}
