// A block goes from EDT to EDT in EW 50,000 times, and each sees what the one before wrote.
// not-as-threads: each of its many EDTs would take half a millisecond
#include "check.h"

enum { k_hops = 50000 };
static ocrGuid_t hop_template, block;

static EDT(hop) {
  EQ(number_in(depv[0]), paramv[0]);
  *(u64*)depv[0].ptr = paramv[0] + 1;
  u64 next = paramv[0] + 1;
  if (next == k_hops) return pass();
  ocrGuid_t guid;
  OK(ocrEdtCreate(&guid, hop_template, 1, &next, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  OK(ocrAddDependence(block, guid, 0, DB_MODE_EW));
  return NULL_GUID;
}

MAIN {
  u64 first = 0;
  ocrGuid_t guid;
  block = number_block(0);
  OK(ocrEdtTemplateCreate(&hop_template, hop, 1, 1));
  OK(ocrEdtCreate(&guid, hop_template, 1, &first, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  OK(ocrAddDependence(block, guid, 0, DB_MODE_EW));
  return NULL_GUID;
}
