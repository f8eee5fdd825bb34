// An EDT that its worker keeps for itself is run by others also when one with a priority was made behind it.
// workers: 2
// heddle-only: XSOCR needs another scheduler
#include "check.h"

static u64 busy, go_on, ran;

static EDT(keeps_the_other_worker_awake) {
  POKE(busy, 1);
  while (!PEEK(go_on)) sched_yield();
  return NULL_GUID;
}

static EDT(runs) {
  HIT(ran);
  return NULL_GUID;
}

static EDT(maker) {
  edt(keeps_the_other_worker_awake, 0);
  while (!PEEK(busy)) sched_yield();
  edt(runs, 0);
  ocrGuid_t template_guid, guid;
  ocrHint_t hint;
  OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
  OK(ocrSetHintValue(&hint, OCR_HINT_EDT_PRIORITY, 7));
  OK(ocrEdtTemplateCreate(&template_guid, runs, 0, 0));
  OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 0, NULL, EDT_PROP_NONE, &hint, NULL));
  POKE(go_on, 1);
  while (PEEK(ran) != 2) sched_yield();
  return pass();
}

MAIN {
  edt(maker, 0);
  return NULL_GUID;
}
