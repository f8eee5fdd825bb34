// The configuration file may be NULL, and EDTs made by the main thread run.
// heddle-only: XSOCR needs a file
#include "check.h"

static EDT(body) { return pass(); }

int main(void) {
  ocrConfig_t config = {0, NULL, NULL};
  ocrGuid_t context;
  ocrLegacyInit(&context, &config);
  edt(body, 0);
  return ocrLegacyFinalize(context, true);
}
