// On four emulated nodes an EDT with an affinity runs there, and its block's affinity is the one it was made with.
// affinities: 4
// workers: 8
// env: HEDDLE_SCHEDULER=numa
// heddle-only: XSOCR has one affinity here
#include "check.h"

enum { k_edts = 400 };
static ocrGuid_t all[4];
static int ended[4];

static EDT(body) {
  ocrGuid_t here, asked;
  u64 n = 1;
  OK(ocrAffinityGetCurrent(&here));
  SAME(here, all[paramv[0]]);
  OK(ocrAffinityQuery(depv[0].guid, &n, &asked));
  SAME(asked, all[paramv[0]]);
  HIT(ended[paramv[0]]);
  return NULL_GUID;
}

static EDT(makes) {
  for (u64 i = 0; i < k_edts; i++) {
    u64 place = i % 4;
    ocrHint_t edts, blocks;
    ocrGuid_t template_guid, guid, block;
    void* data;
    OK(ocrHintInit(&edts, OCR_HINT_EDT_T));
    OK(ocrSetHintValue(&edts, OCR_HINT_EDT_AFFINITY, ocrAffinityToHintValue(all[place])));
    OK(ocrHintInit(&blocks, OCR_HINT_DB_T));
    OK(ocrSetHintValue(&blocks, OCR_HINT_DB_AFFINITY, ocrAffinityToHintValue(all[place])));
    OK(ocrDbCreate(&block, &data, 4096, DB_PROP_NONE, &blocks, NO_ALLOC));
    OK(ocrDbRelease(block));
    OK(ocrEdtTemplateCreate(&template_guid, body, 1, 1));
    OK(ocrEdtCreate(&guid, template_guid, 1, &place, 1, &block, EDT_PROP_NONE, &edts, NULL));
  }
  return NULL_GUID;
}

static EDT(every) {
  for (int i = 0; i < 4; i++) EQ(PEEK(ended[i]), k_edts / 4);
  return pass();
}

MAIN {
  u64 count = 0, room = 4;
  OK(ocrAffinityCount(AFFINITY_PD, &count));
  EQ(count, 4);
  OK(ocrAffinityGet(AFFINITY_PD, &room, all));
  after(makes, every);
  return NULL_GUID;
}
