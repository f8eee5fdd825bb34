// One EDT makes 1,000,000 that are ready.
// not-as-threads: each of its many EDTs would take half a millisecond
// heddle-only: XSOCR's queues hold fewer than 40,000
// timeout: 120
#include "check.h"

enum { k_edts = 1000000 };
static u64 ended;

static EDT(body) {
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t template_guid, guid;
  OK(ocrEdtTemplateCreate(&template_guid, body, 0, 0));
  for (int i = 0; i < k_edts; i++)
    OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 0, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), k_edts);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
