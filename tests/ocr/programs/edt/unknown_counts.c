// A template with EDT_PARAM_UNK leaves the counts to each EDT.
#include "check.h"

static int ended;

static EDT(sees) {
  EQ(paramc, depc);
  for (u32 i = 0; i < paramc; i++) EQ(paramv[i], i);
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t template_guid;
  OK(ocrEdtTemplateCreate(&template_guid, sees, EDT_PARAM_UNK, EDT_PARAM_UNK));
  for (u32 n = 0; n < 8; n++) {
    u64 values[] = {0, 1, 2, 3, 4, 5, 6, 7};
    ocrGuid_t guid, given[8];
    for (u32 i = 0; i < n; i++) given[i] = NULL_GUID;
    OK(ocrEdtCreate(&guid, template_guid, n, n ? values : NULL, n, n ? given : NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  }
  OK(ocrEdtTemplateDestroy(template_guid));
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), 8);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
