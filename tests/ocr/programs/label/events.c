// Events are created under the labels of a range; others find them by index.
#include "check.h"

enum { k_labels = 100 };
static ocrGuid_t range;
static int ended;

static EDT(sees) {
  EQ(number_in(depv[0]), paramv[0]);
  HIT(ended);
  return NULL_GUID;
}

static EDT(satisfies) {
  for (u64 i = 0; i < k_labels; i++) {
    ocrGuid_t label;
    OK(ocrGuidFromIndex(&label, range, i));
    OK(ocrEventSatisfy(label, number_block(i)));
  }
  return NULL_GUID;
}

static EDT(makes) {
  OK(ocrGuidRangeCreate(&range, k_labels, GUID_USER_EVENT_STICKY));
  for (u64 i = 0; i < k_labels; i++) {
    ocrGuid_t label, kept;
    OK(ocrGuidFromIndex(&label, range, i));
    kept = label;
    OK(ocrEventCreate(&label, OCR_EVENT_STICKY_T, EVT_PROP_TAKES_ARG | GUID_PROP_IS_LABELED));
    SAME(kept, label);
    OK(ocrAddDependence(label, edt_of(sees, i, 1), 0, DB_MODE_RO));
  }
  edt(satisfies, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), k_labels);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
