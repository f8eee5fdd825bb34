// ocrAbort does not wait for EDTs that run.
// status: 9
// workers: 2,8
// heddle-only: XSOCR waits for ever
#include "check.h"

static int inside;

static EDT(runs_on) {
  POKE(inside, 1);
  for (;;) sched_yield();
  return NULL_GUID;
}

MAIN {
  passed();
  edt(runs_on, 0);
  while (!PEEK(inside)) sched_yield();
  ocrAbort(9);
  return NULL_GUID;
}
