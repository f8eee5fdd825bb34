// What every way of OCR's puts in order is no race: making, slots, events of all kinds, scopes, output events, blocks.
// silent: data race
#include "check.h"

enum { k_steps = 12 };
static u64 shared[k_steps], counted_up;
static ocrGuid_t ways[k_steps], block;

static EDT(reads) {
  u64 step = paramv[0];
  EQ(shared[step], step + 1);
  shared[step]++;
  return NULL_GUID;
}

static EDT(writes) {
  u64 step = paramv[0];
  shared[step] = step + 1;
  OK(ocrEventSatisfy(ways[step], NULL_GUID));
  return NULL_GUID;
}

// Each EDT is one of those that a latch waits for.
static EDT(counts_down) {
  shared[paramv[0]] = paramv[0] + 1;
  OK(ocrEventSatisfySlot(ways[k_steps - 1], NULL_GUID, OCR_EVENT_LATCH_DECR_SLOT));
  return NULL_GUID;
}

static EDT(reads_both) {
  EQ(shared[8], 9);
  EQ(shared[9], 10);
  return NULL_GUID;
}

static EDT(adds) {
  ++*(u64*)depv[0].ptr;
  return NULL_GUID;
}

static EDT(makes) {
  static const ocrEventTypes_t kinds[] = {OCR_EVENT_ONCE_T, OCR_EVENT_IDEM_T, OCR_EVENT_STICKY_T};
  for (u64 step = 0; step < 8; step++) {
    ways[step] = step < 3    ? event(kinds[step])
                 : step == 3 ? counted(1)
                 : step == 4 ? channel(1)
                 : step == 5 ? latch(1)
                             : event(OCR_EVENT_STICKY_T);
    ocrGuid_t heard = ways[step], output = NULL_GUID, waits = edt_of(reads, step, 1);
    if (step == 6) {  // from event to event
      heard = event(OCR_EVENT_ONCE_T);
      depend(heard, waits, 0);
      depend(ways[step], heard, 0);
    } else if (step != 7) {
      depend(heard, waits, 0);
    }
    ocrGuid_t first = new_edt(writes, 1, &step, 1, step == 7 ? EDT_PROP_FINISH : EDT_PROP_NONE, &output);
    if (step == 7) depend(output, waits, 0);
    depend(NULL_GUID, first, 0);
  }
  ways[k_steps - 1] = latch(2);
  depend(ways[k_steps - 1], edt(reads_both, 1), 0);
  for (u64 step = 8; step < 10; step++) edt_of(counts_down, step, 0);
  for (int i = 0; i < 50; i++) OK(ocrAddDependence(block, edt(adds, 1), 0, DB_MODE_EW));
  counted_up = 50;
  return NULL_GUID;
}

static EDT(checks) {
  EQ(number_in(depv[0]), counted_up);
  return pass();
}

static EDT(all) {
  for (u64 step = 0; step < 8; step++) EQ(shared[step], step + 2);
  OK(ocrAddDependence(block, edt(checks, 1), 0, DB_MODE_CONST));
  return NULL_GUID;
}

MAIN {
  block = number_block(0);
  after(makes, all);
  return NULL_GUID;
}
