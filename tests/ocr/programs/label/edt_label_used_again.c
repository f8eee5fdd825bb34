// The label of an EDT can be used again once the EDT has run.
// not-as-threads: labels give no order
// heddle-only: XSOCR has no labelled EDTs in its default build
#include "check.h"

enum { k_rounds = 200 };
static ocrGuid_t range, template_guid;
static u64 ran;

static EDT(body) {
  ran++;
  return NULL_GUID;
}

static EDT(next) {
  EQ(ran, paramv[0]);
  if (paramv[0] == k_rounds) return pass();
  ocrGuid_t label, latch_guid = latch(1), again = edt_of(next, paramv[0] + 1, 1);
  OK(ocrGuidFromIndex(&label, range, 0));
  OK(ocrAddDependence(latch_guid, again, 0, DB_MODE_NULL));
  u16 own = GUID_PROP_IS_LABELED;
  OK(ocrEdtCreate(&label, template_guid, 0, NULL, 1, NULL, own, NULL_HINT, NULL));
  OK(ocrAddDependence(NULL_GUID, label, 0, DB_MODE_NULL));
  ocrGuidUserKind kind = GUID_USER_EDT;
  while (kind != GUID_USER_NONE) {
    ocrInformLegacyCodeBlocking();
    OK(ocrGetGuidKind(&kind, label));
  }
  OK(ocrEventSatisfy(latch_guid, NULL_GUID));
  return NULL_GUID;
}

MAIN {
  OK(ocrGuidRangeCreate(&range, 1, GUID_USER_EDT));
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 1));
  edt_of(next, 0, 0);
  return NULL_GUID;
}
