// The GUID of an EDT that has ended names nothing.
// heddle-only: XSOCR aborts
#include "check.h"

static ocrGuid_t guid;

static EDT(body) { return NULL_GUID; }

static EDT(last) {
  ocrGuidUserKind kind;
  OK(ocrGetGuidKind(&kind, guid));
  EQ(kind, GUID_USER_NONE);
  EQ(ocrEdtDestroy(guid), OCR_EINVAL);
  EQ(ocrEventSatisfySlot(guid, NULL_GUID, 0), OCR_EINVAL);
  EQ(ocrAddDependence(NULL_GUID, guid, 0, DB_MODE_NULL), OCR_EINVAL);
  return pass();
}

static EDT(makes) {
  guid = edt(body, 1);
  depend(NULL_GUID, guid, 0);
  return NULL_GUID;
}

MAIN {
  after(makes, last);
  return NULL_GUID;
}
