// 100,000 EDTs, each waiting for the output event of the one before, made before the first may run.
// not-as-threads: each of its many EDTs would take half a millisecond
#include "check.h"

enum { k_steps = 100000 };
static u64 at;

static EDT(step) {
  EQ(at, paramv[0]);
  at++;
  return paramv[0] + 1 == k_steps ? pass() : NULL_GUID;
}

MAIN {
  ocrGuid_t template_guid, first = NULL_GUID, before = NULL_GUID;
  OK(ocrEdtTemplateCreate(&template_guid, step, 1, 1));
  for (u64 i = 0; i < k_steps; i++) {
    ocrGuid_t guid, output;
    OK(ocrEdtCreate(&guid, template_guid, 1, &i, 1, NULL, EDT_PROP_NONE, NULL_HINT, &output));
    if (i == 0)
      first = guid;
    else
      depend(before, guid, 0);
    before = output;
  }
  depend(NULL_GUID, first, 0);
  return NULL_GUID;
}
