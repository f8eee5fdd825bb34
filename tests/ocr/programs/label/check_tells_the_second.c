// With GUID_PROP_CHECK one of many creators gets 0, the others OCR_EGUIDEXISTS, and the event is usable by all.
#include "check.h"

enum { k_creators = 200, k_labels = 20 };
static ocrGuid_t range;
static int made[k_labels], fired[k_labels];

static EDT(sees) {
  HIT(fired[paramv[0]]);
  return NULL_GUID;
}

static EDT(creates) {
  for (u64 i = 0; i < k_labels; i++) {
    ocrGuid_t label, kept;
    OK(ocrGuidFromIndex(&label, range, i));
    kept = label;
    u8 code = ocrEventCreate(&label, OCR_EVENT_IDEM_T, EVT_PROP_TAKES_ARG | GUID_PROP_CHECK);
    CHECK(code == 0 || code == OCR_EGUIDEXISTS, "made, or there");
    SAME(label, kept);
    if (code == 0) HIT(made[i]);
    OK(ocrAddDependence(label, edt_of(sees, i, 1), 0, DB_MODE_NULL));
    OK(ocrEventSatisfy(label, NULL_GUID));
  }
  return NULL_GUID;
}

static EDT(makes) {
  OK(ocrGuidRangeCreate(&range, k_labels, GUID_USER_EVENT_IDEM));
  for (int i = 0; i < k_creators; i++) edt(creates, 0);
  return NULL_GUID;
}

static EDT(all) {
  for (int i = 0; i < k_labels; i++) {
    EQ(PEEK(made[i]), 1);
    EQ(PEEK(fired[i]), k_creators);
  }
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
