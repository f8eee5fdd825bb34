// A ONCE event passes its block to all that wait, and is gone.
// heddle-only: XSOCR does not know GUIDs that are gone
#include "check.h"

static ocrGuid_t once;
static int ended;

static EDT(sees) {
  EQ(number_in(depv[0]), 3);
  ocrGuidUserKind kind;
  OK(ocrGetGuidKind(&kind, once));
  EQ(kind, GUID_USER_NONE);
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  once = event(OCR_EVENT_ONCE_T);
  for (int i = 0; i < 100; i++) OK(ocrAddDependence(once, edt(sees, 1), 0, DB_MODE_RO));
  OK(ocrEventSatisfy(once, number_block(3)));
  EQ(ocrEventSatisfy(once, NULL_GUID), OCR_EINVAL);
  EQ(ocrEventDestroy(once), OCR_EINVAL);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 100);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
