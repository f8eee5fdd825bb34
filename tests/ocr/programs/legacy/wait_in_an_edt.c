// An EDT may wait for EDTs that it made, at any depth, also with one worker.
// heddle-only: XSOCR runs others on top of the one that waits
#include "check.h"

static EDT(node) {
  if (paramv[0] == 0) return number_block(1);
  u64 sum = 0, next = paramv[0] - 1;
  for (int i = 0; i < 2; i++) {
    ocrGuid_t guid, done = event(OCR_EVENT_STICKY_T);
    void* data;
    u64 size;
    new_edt(node, 1, &next, 0, EDT_PROP_OEVT_VALID, &done);
    OK(ocrLegacyBlockProgress(done, &guid, &data, &size, LEGACY_PROP_NONE));
    sum += *(u64*)data;
    OK(ocrEventDestroy(done));
  }
  return number_block(sum);
}

static EDT(last) {
  EQ(number_in(depv[0]), 64);
  return pass();
}

MAIN {
  u64 depth = 6;
  ocrGuid_t output = event(OCR_EVENT_STICKY_T);
  OK(ocrAddDependence(output, edt(last, 1), 0, DB_MODE_RO));
  new_edt(node, 1, &depth, 0, EDT_PROP_OEVT_VALID, &output);
  return NULL_GUID;
}
