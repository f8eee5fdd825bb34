// 100,000 blocks go through an unbounded channel in order, from one EDT's chain to another's.
// not-as-threads: each of its many EDTs would take half a millisecond
// timeout: 120
#include "check.h"

enum { k_items = 100000, k_batch = 100 };
static ocrGuid_t queue, sends_template, takes_template;

static EDT(sends) {
  u64 first = paramv[0];
  for (u64 i = first; i < first + k_batch; i++) OK(ocrEventSatisfy(queue, number_block(i)));
  u64 next = first + k_batch;
  ocrGuid_t guid;
  if (next < k_items) OK(ocrEdtCreate(&guid, sends_template, 1, &next, 0, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  return NULL_GUID;
}

static EDT(takes) {
  EQ(number_in(depv[0]), paramv[0]);
  OK(ocrDbDestroy(depv[0].guid));
  u64 next = paramv[0] + 1;
  if (next == k_items) return pass();
  ocrGuid_t guid;
  OK(ocrEdtCreate(&guid, takes_template, 1, &next, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  OK(ocrAddDependence(queue, guid, 0, DB_MODE_RO));
  return NULL_GUID;
}

MAIN {
  u64 first = 0;
  ocrGuid_t guid;
  queue = channel(EVENT_CHANNEL_UNBOUNDED);
  OK(ocrEdtTemplateCreate(&sends_template, sends, 1, 0));
  OK(ocrEdtTemplateCreate(&takes_template, takes, 1, 1));
  OK(ocrEdtCreate(&guid, takes_template, 1, &first, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  OK(ocrAddDependence(queue, guid, 0, DB_MODE_RO));
  OK(ocrEdtCreate(&guid, sends_template, 1, &first, 0, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  return NULL_GUID;
}
