// ocrAffinityQuery says where a block was placed, and where an EDT is to run.
// affinities: 4
// workers: 8
// heddle-only: XSOCR says where the object is at home, which is everywhere the same process
#include "check.h"

static EDT(nothing) { return NULL_GUID; }

MAIN {
  for (u64 i = 0; i < 4; i++) {
    ocrGuid_t place, found, block, waiting, from;
    ocrHint_t hint;
    void* data;
    u64 n = 1;
    OK(ocrAffinityGetAt(AFFINITY_PD, i, &place));
    OK(ocrHintInit(&hint, OCR_HINT_DB_T));
    OK(ocrSetHintValue(&hint, OCR_HINT_DB_AFFINITY, ocrAffinityToHintValue(place)));
    OK(ocrDbCreate(&block, &data, 10000, DB_PROP_NONE, &hint, NO_ALLOC));
    OK(ocrAffinityQuery(block, &n, &found));
    SAME(found, place);
    OK(ocrHintInit(&hint, OCR_HINT_EDT_T));
    OK(ocrSetHintValue(&hint, OCR_HINT_EDT_AFFINITY, ocrAffinityToHintValue(place)));
    OK(ocrEdtTemplateCreate(&from, nothing, 0, 1));
    OK(ocrEdtCreate(&waiting, from, 0, NULL, 1, NULL, EDT_PROP_NONE, &hint, NULL));
    OK(ocrAffinityQuery(waiting, &n, &found));
    SAME(found, place);
    OK(ocrEdtDestroy(waiting));
  }
  return pass();
}
