// A circle through a block and a call that waits is named: one holds the block and waits for the other's end.
// status: 1
// heddle-only: XSOCR hangs
// says: cannot go on
// says: EDT wants_it .*wants block .* in EW; EDT holds_it .*holds it in RW and waits inside a call
// says: EDT holds_it .*waits inside a call for the output event of EDT wants_it
// says: EDT waits_for_block .*waits inside a call for block .*EDT holds_it
// says: these wait for each other in a circle: EDT
// env: HEDDLE_PATIENCE=1
#include "check.h"

static ocrGuid_t block;

static EDT(wants_it) { return NULL_GUID; }

static EDT(waits_for_block) {
  ocrGuid_t happened = event(OCR_EVENT_STICKY_T), guid;
  void* data;
  OK(ocrEventSatisfy(happened, block));
  ocrLegacyBlockProgress(happened, &guid, &data, NULL, LEGACY_PROP_NONE);
  return NULL_GUID;
}

static EDT(holds_it) {
  ocrGuid_t ended = event(OCR_EVENT_STICKY_T);
  ocrGuid_t other = new_edt(wants_it, 0, NULL, 1, EDT_PROP_OEVT_VALID, &ended);
  OK(ocrAddDependence(block, other, 0, DB_MODE_EW));
  edt(waits_for_block, 0);
  ocrLegacyBlockProgress(ended, NULL, NULL, NULL, LEGACY_PROP_NONE);
  return NULL_GUID;
}

MAIN {
  block = number_block(1);
  ocrGuid_t first = edt(holds_it, 1);
  OK(ocrAddDependence(block, first, 0, DB_MODE_RW));
  passed();
  return NULL_GUID;
}
