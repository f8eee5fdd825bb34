// Of EDTs that pause at once one has its turn at a time, and who does not wait gets 0.
// heddle-only: XSOCR is built without it
#include "check.h"

#include <extensions/ocr-pause.h>

static int inside, turns;

static EDT(body) {
  u32 mine = ocrPause(paramv[0] % 2);
  if (paramv[0] % 2) EQ(mine, 1);
  if (mine) {
    EQ(__atomic_fetch_add(&inside, 1, __ATOMIC_ACQ_REL), 0);
    HIT(turns);
    sched_yield();
    __atomic_fetch_sub(&inside, 1, __ATOMIC_ACQ_REL);
    ocrResume(mine);
  }
  return NULL_GUID;
}

static EDT(makes) {
  for (u64 i = 0; i < 100; i++) edt_of(body, i, 0);
  return NULL_GUID;
}

static EDT(all) {
  CHECK(PEEK(turns) >= 50, "those who wait all have a turn");
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
