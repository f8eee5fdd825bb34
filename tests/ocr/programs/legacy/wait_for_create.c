// LEGACY_PROP_WAIT_FOR_CREATE waits until a label has its event; without it that is OCR_EINVAL.
// heddle-only: XSOCR needs two workers
#include "check.h"

static ocrGuid_t label;

static EDT(creates) {
  for (int i = 0; i < 1000; i++) sched_yield();
  ocrGuid_t mine = label;
  OK(ocrEventCreate(&mine, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG | GUID_PROP_IS_LABELED));
  OK(ocrEventSatisfy(mine, number_block(17)));
  return NULL_GUID;
}

MAIN {
  ocrGuid_t range, guid;
  void* data;
  u64 size;
  OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EVENT_STICKY));
  OK(ocrGuidFromIndex(&label, range, 0));
  EQ(ocrLegacyBlockProgress(label, &guid, &data, &size, LEGACY_PROP_NONE), OCR_EINVAL);
  EQ(ocrLegacyBlockProgress(label, &guid, &data, &size, LEGACY_PROP_CHECK), OCR_EINVAL);
  edt(creates, 0);
  OK(ocrLegacyBlockProgress(label, &guid, &data, &size, LEGACY_PROP_WAIT_FOR_CREATE));
  EQ(*(u64*)data, 17);
  EQ(size, 8);
  return pass();
}
