// ocrPause stops all others between EDTs; ocrQuery answers with a block; ocrResume lets them go on.
// workers: 2,8
// heddle-only: XSOCR is built without it
#include "check.h"

#include <extensions/ocr-pause.h>

enum { k_edts = 200 };
static u64 started, ended;

static EDT(body) {
  HIT(started);
  sched_yield();
  HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  for (int i = 0; i < k_edts; i++) edt(body, 0);
  u32 mine = ocrPause(true);
  EQ(mine, 1);
  EQ(PEEK(started), PEEK(ended));
  u64 before = PEEK(started);
  for (int i = 0; i < 100; i++) sched_yield();
  EQ(PEEK(started), before);
  void* data = NULL;
  u32 size = 0;
  ocrGuid_t block = ocrQuery(OCR_QUERY_READY_EDTS, NULL_GUID, &data, &size, 0);
  CHECK(!ocrGuidIsNull(block) && data != NULL, "an answer");
  EQ(size % sizeof(ocrGuid_t), 0);
  CHECK(size / sizeof(ocrGuid_t) <= k_edts - before, "no more than are left");
  OK(ocrDbDestroy(block));
  ocrResume(mine);
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
