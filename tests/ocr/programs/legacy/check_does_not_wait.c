// LEGACY_PROP_CHECK never waits; only sticky and idempotent events can be waited for.
// heddle-only: XSOCR asserts
#include "check.h"

MAIN {
  ocrGuid_t guid, idem = event(OCR_EVENT_IDEM_T);
  u64* data = NULL;
  u64 size;
  EQ(ocrLegacyBlockProgress(idem, &guid, (void**)&data, &size, LEGACY_PROP_CHECK), OCR_EINVAL);
  OK(ocrEventSatisfy(idem, number_block(6)));
  OK(ocrLegacyBlockProgress(idem, &guid, (void**)&data, &size, LEGACY_PROP_CHECK));
  EQ(*data, 6);
  ++*data;
  OK(ocrDbRelease(guid));
  EQ(ocrLegacyBlockProgress(latch(1), &guid, NULL, NULL, LEGACY_PROP_NONE), OCR_EINVAL);
  EQ(ocrLegacyBlockProgress(channel(1), &guid, NULL, NULL, LEGACY_PROP_NONE), OCR_EINVAL);
  EQ(ocrLegacyBlockProgress(NULL_GUID, &guid, NULL, NULL, LEGACY_PROP_NONE), OCR_EINVAL);
  SAME(ocrWait(latch(1)), ERROR_GUID);
  return pass();
}
