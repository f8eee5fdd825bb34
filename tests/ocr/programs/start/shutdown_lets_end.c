// EDTs that run when ocrShutdown is called run on to their end, before exit handlers.
// workers: 2,8
#include "check.h"

static int inside, ended;

static EDT(runs) {
  POKE(inside, 1);
  for (int i = 0; i < 1000; i++) sched_yield();
  POKE(ended, 1);
  passed();
  return NULL_GUID;
}

static void at_exit(void) { EQ(PEEK(ended), 1); }

MAIN {
  atexit(at_exit);
  edt(runs, 0);
  while (!PEEK(inside)) sched_yield();
  ocrShutdown();
  return NULL_GUID;
}
