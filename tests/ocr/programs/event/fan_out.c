// One event starts 20,000 EDTs that read its block.
// not-as-threads: each of its many EDTs would take half a millisecond
#include "check.h"

enum { k_edts = 20000 };
static u64 sum;

static EDT(reads) {
  __atomic_fetch_add(&sum, number_in(depv[0]), __ATOMIC_RELAXED);
  return NULL_GUID;
}

static EDT(makes) {
  ocrGuid_t sticky = event(OCR_EVENT_STICKY_T), template_guid;
  OK(ocrEdtTemplateCreate(&template_guid, reads, 0, 1));
  for (int i = 0; i < k_edts; i++) {
    ocrGuid_t guid;
    OK(ocrEdtCreate(&guid, template_guid, 0, NULL, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
    OK(ocrAddDependence(sticky, guid, 0, DB_MODE_RO));
  }
  OK(ocrEventSatisfy(sticky, number_block(3)));
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(sum), 3 * k_edts);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
