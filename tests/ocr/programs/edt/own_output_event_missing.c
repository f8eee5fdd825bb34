// EDT_PROP_OEVT_VALID without a live event is OCR_EINVAL.
// heddle-only: XSOCR crashes
#include "check.h"

static EDT(never) {
  CHECK(0, "this EDT should not exist");
  return NULL_GUID;
}

MAIN {
  ocrGuid_t template_guid, guid, none = NULL_GUID, gone = event(OCR_EVENT_STICKY_T), block = number_block(1);
  OK(ocrEventDestroy(gone));
  OK(ocrEdtTemplateCreate(&template_guid, never, 0, 0));
  ocrGuid_t* wrong[] = {NULL, &none, &gone, &block};
  for (int i = 0; i < 4; i++) {
    EQ(ocrEdtCreate(&guid, template_guid, 0, NULL, 0, NULL, EDT_PROP_OEVT_VALID, NULL_HINT, wrong[i]), OCR_EINVAL);
    IS_NULL(guid);
  }
  return pass();
}
