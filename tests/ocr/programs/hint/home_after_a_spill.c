// A block that did not fit on its node is at home where it lies: so says ocrAffinityQuery, and SLOT_MAX_ACCESS goes.
// env: HEDDLE_OCR_MEMORY=node "HEDDLE_TOPOLOGY=numa:2(memory=67108864) core:4 pu:1"
// says: memory node 0 is full
// heddle-only: a variable of Heddle's
#include "check.h"

enum { k_bytes = 40 << 20 };  // a node has 64 MiB

static ocrGuid_t places[2];

static EDT(runs_there) {
  ocrGuid_t here;
  OK(ocrAffinityGetCurrent(&here));
  if (ocrNbWorkers() > 1) SAME(here, places[1]);
  return pass();
}

MAIN {
  ocrGuid_t blocks[2], at;
  u64 count = 2, one = 1;
  char* data;
  ocrHint_t hint;
  OK(ocrAffinityGet(AFFINITY_PD, &count, places));
  EQ(count, 2);
  OK(ocrHintInit(&hint, OCR_HINT_DB_T));
  OK(ocrSetHintValue(&hint, OCR_HINT_DB_AFFINITY, ocrAffinityToHintValue(places[0])));
  for (int i = 0; i < 2; i++) {
    OK(ocrDbCreate(&blocks[i], (void**)&data, k_bytes, DB_PROP_NONE, &hint, NO_ALLOC));
    data[0] = 1;
    OK(ocrDbRelease(blocks[i]));
    OK(ocrAffinityQuery(blocks[i], &one, &at));
    SAME(at, places[i]);
  }
  ocrGuid_t template_guid, guid;
  OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
  OK(ocrSetHintValue(&hint, OCR_HINT_EDT_SLOT_MAX_ACCESS, 1));
  OK(ocrEdtTemplateCreate(&template_guid, runs_there, 0, 2));
  OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 2, NULL, EDT_PROP_NONE, &hint, NULL));
  for (u32 i = 0; i < 2; i++) OK(ocrAddDependence(blocks[i], guid, i, DB_MODE_RO));
  return NULL_GUID;
}
