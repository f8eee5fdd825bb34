// An EDT that waits in ocrLegacyBlockProgress for what only a held block can bring is named.
// status: 1
// says: cannot go on
// says: writes_alone
// says: EW
// env: HEDDLE_PATIENCE=1
// heddle-only: XSOCR hangs
#include "check.h"

static EDT(writes_alone) { return depv[0].guid; }

MAIN {
  ocrGuid_t block, got, done = event(OCR_EVENT_STICKY_T);
  void* data;
  passed();
  OK(ocrDbCreate(&block, &data, 8, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  OK(ocrAddDependence(block, new_edt(writes_alone, 0, NULL, 1, EDT_PROP_OEVT_VALID, &done), 0, DB_MODE_EW));
  ocrLegacyBlockProgress(done, &got, NULL, NULL, LEGACY_PROP_NONE);
  return pass();
}
