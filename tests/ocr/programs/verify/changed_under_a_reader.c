// HEDDLE_VERIFY: a block that changes while an EDT has it in RO is named, and the EDT: a race between the two.
// heddle-only: XSOCR does not look
// workers: 2,8
// env: HEDDLE_VERIFY=1
// says: HEDDLE_VERIFY: the block made at .*check.h:\d+ .*changed while EDT reads .*had it in RO
#include "check.h"

static int reads_it, has_written;

static EDT(reads) {
  POKE(reads_it, 1);
  while (!PEEK(has_written)) sched_yield();
  return NULL_GUID;
}

static EDT(writes) {
  while (!PEEK(reads_it)) sched_yield();
  ++*(u64*)depv[0].ptr;
  POKE(has_written, 1);
  return NULL_GUID;
}

static EDT(all) { return pass(); }

static EDT(makes) {
  ocrGuid_t block = number_block(1), reader = edt(reads, 1), writer = edt(writes, 1);
  OK(ocrAddDependence(block, reader, 0, DB_MODE_RO));
  OK(ocrAddDependence(block, writer, 0, DB_MODE_RW));
  return NULL_GUID;
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
