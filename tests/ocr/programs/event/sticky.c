// A STICKY event keeps its first block: dependences that come later get it at once; a second satisfaction is OCR_EPERM.
// heddle-only: XSOCR asserts
#include "check.h"

static int ended;
static ocrGuid_t kept;

static EDT(sees) {
  EQ(number_in(depv[0]), 3);
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  kept = event(OCR_EVENT_STICKY_T);
  for (int i = 0; i < 10; i++) OK(ocrAddDependence(kept, edt(sees, 1), 0, DB_MODE_RO));
  OK(ocrEventSatisfy(kept, number_block(3)));
  for (int i = 0; i < 10; i++) OK(ocrAddDependence(kept, edt(sees, 1), 0, DB_MODE_RO));
  EQ(ocrEventSatisfy(kept, number_block(4)), OCR_EPERM);
  OK(ocrAddDependence(kept, edt(sees, 1), 0, DB_MODE_RO));
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 21);
  OK(ocrEventDestroy(kept));
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
