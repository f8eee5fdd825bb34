// Of EDTs that are ready those with higher priority start first.
// workers: 1
// heddle-only: XSOCR needs another scheduler
#include "check.h"

enum { k_edts = 100 };
static u64 started;

static EDT(body) {
  EQ(started, k_edts - 1 - paramv[0]);
  started++;
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t template_guid, guid;
  OK(ocrEdtTemplateCreate(&template_guid, body, 1, 0));
  for (u64 i = 0; i < k_edts; i++) {
    u64 priority = i * 37 % k_edts;
    ocrHint_t hint;
    OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
    OK(ocrSetHintValue(&hint, OCR_HINT_EDT_PRIORITY, priority + 1));
    OK(ocrEdtCreate(&guid, template_guid, 1, &priority, 0, NULL, EDT_PROP_NONE, &hint, NULL));
  }
  return NULL_GUID;
}

static EDT(all) {
  EQ(started, k_edts);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
