// ocrLegacyFinalize(context, false) tears the runtime down, though EDTs still wait; it can be started again.
// heddle-only: XSOCR waits for ocrShutdown
#include "check.h"

static EDT(body) {
  CHECK(0, "this EDT should not run");
  return NULL_GUID;
}

int main(void) {
  ocrConfig_t config = {0, NULL, NULL};
  for (int round = 0; round < 10; round++) {
    ocrGuid_t context;
    ocrLegacyInit(&context, &config);
    for (int i = 0; i < 100; i++) {
      edt(body, 1);
      number_block(3);
      event(OCR_EVENT_STICKY_T);
    }
    OK(ocrLegacyFinalize(context, false));
  }
  passed();
  return 0;
}
