// A call before the runtime runs returns OCR_EINVAL.
// heddle-only: XSOCR crashes
// says: was called while OCR is not running: before mainEdt or ocrLegacyInit, or after the end
#include "check.h"

static u8 code, other;
static ocrGuid_t guid = ERROR_GUID_INITIALIZER;

__attribute__((constructor)) static void early(void) {
  code = ocrEventCreate(&guid, OCR_EVENT_STICKY_T, EVT_PROP_NONE);
  other = ocrDbDestroy(ERROR_GUID);
}

MAIN {
  EQ(code, OCR_EINVAL);
  EQ(other, OCR_EINVAL);
  IS_NULL(guid);
  return pass();
}
