// HEDDLE_BIND=core: each worker that an EDT with an affinity runs on is bound to one cpu.
// env: HEDDLE_BIND=core
// workers: 8
// affinities: 4
// heddle-only: a variable of Heddle's
#define _GNU_SOURCE
#include <sched.h>

#include "check.h"

static int seen;

static EDT(looks) {
  cpu_set_t cpus;
  CHECK(sched_getaffinity(0, sizeof cpus, &cpus) == 0, "the thread should know its cpus");
  EQ(CPU_COUNT(&cpus), 1);
  HIT(seen);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(seen), 400);
  return pass();
}

static EDT(makes) {
  u64 count;
  ocrGuid_t places[4], template_guid, guid;
  OK(ocrAffinityCount(AFFINITY_PD, &count));
  EQ(count, 4);
  OK(ocrAffinityGet(AFFINITY_PD, &count, places));
  OK(ocrEdtTemplateCreate(&template_guid, looks, 0, 0));
  for (int i = 0; i < 400; i++) {
    ocrHint_t hint;
    OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
    OK(ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY, ocrAffinityToHintValue(places[i % 4])));
    OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 0, NULL, EDT_PROP_NONE, &hint, NULL));
  }
  return NULL_GUID;
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
