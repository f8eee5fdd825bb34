// A call after the runtime's end returns OCR_EINVAL.
// heddle-only: XSOCR crashes
// says: was called while OCR is not running: before mainEdt or ocrLegacyInit, or after the end
#include "check.h"

static void at_exit(void) {
  ocrGuid_t guid;
  EQ(ocrEventCreate(&guid, OCR_EVENT_STICKY_T, EVT_PROP_NONE), OCR_EINVAL);
  IS_NULL(guid);
  passed();
}

MAIN {
  atexit(at_exit);
  ocrShutdown();
  return NULL_GUID;
}
