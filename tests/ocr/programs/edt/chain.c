// An EDT makes its successor, 300,000 times.
// not-as-threads: each of its many EDTs would take half a millisecond
#include "check.h"

static ocrGuid_t step;

static EDT(next) {
  if (paramv[0] == 0) return pass();
  u64 left = paramv[0] - 1;
  ocrGuid_t guid;
  OK(ocrEdtCreate(&guid, step, 1, &left, 0, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  return NULL_GUID;
}

MAIN {
  u64 left = 300000;
  ocrGuid_t guid;
  OK(ocrEdtTemplateCreate(&step, next, 1, 0));
  OK(ocrEdtCreate(&guid, step, 1, &left, 0, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  return NULL_GUID;
}
