// HEDDLE_VERIFY: an EDT that has downgraded its block lets go of it once: nothing is said of those who write it
// afterwards, though the EDT ends meanwhile.
// heddle-only: XSOCR has no such call
// workers: 2,8
// env: HEDDLE_VERIFY=1
// silent: HEDDLE_VERIFY: the block made at .*(was written|was satisfied)
#include "check.h"

static int second_is_in, first_has_ended, third_has_been;
static ocrGuid_t block, written;

static EDT(is_told) { return NULL_GUID; }

static EDT(first) {
  *(u64*)depv[0].ptr = 1;
  OK(ocrDbDowngradeRelease(depv[0].guid));
  ocrGuid_t reader = edt(is_told, 1);  // satisfied with the block that it no longer holds to write
  OK(ocrAddDependence(depv[0].guid, reader, 0, DB_MODE_NULL));
  while (!PEEK(second_is_in)) sched_yield();
  return NULL_GUID;
}

static EDT(behind_first) {
  POKE(first_has_ended, 1);
  return NULL_GUID;
}

static EDT(second) {
  POKE(second_is_in, 1);
  while (!PEEK(first_has_ended)) sched_yield();
  ++*(u64*)depv[0].ptr;
  OK(ocrEventSatisfy(written, NULL_GUID));
  while (!PEEK(third_has_been)) sched_yield();
  return NULL_GUID;
}

static EDT(third) {
  EQ(number_in(depv[0]), 2);
  POKE(third_has_been, 1);
  return NULL_GUID;
}

static EDT(all) { return pass(); }

static EDT(makes) {
  ocrGuid_t edts[4], ended;
  written = event(OCR_EVENT_STICKY_T);
  edts[0] = new_edt(first, 0, NULL, 1, EDT_PROP_NONE, &ended);
  edts[1] = edt(behind_first, 1);
  edts[2] = edt(second, 1);
  edts[3] = edt(third, 2);
  OK(ocrAddDependence(ended, edts[1], 0, DB_MODE_NULL));
  OK(ocrAddDependence(written, edts[3], 1, DB_MODE_NULL));
  OK(ocrAddDependence(block, edts[3], 0, DB_MODE_RW));
  OK(ocrAddDependence(block, edts[0], 0, DB_MODE_EW));
  OK(ocrAddDependence(block, edts[2], 0, DB_MODE_RW));
  return NULL_GUID;
}

MAIN {
  block = number_block(0);
  after(makes, all);
  return NULL_GUID;
}
