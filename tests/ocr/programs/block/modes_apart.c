// Pairs of modes that exclude each other do: while the first is inside the second is not.
// not-as-threads: its thousands of rounds yield the core
#include "modes.h"

enum { k_rounds = 200 };
static int inside, seconds;
static ocrGuid_t block, second;

static EDT(comes_second) {
  EQ(PEEK(inside), 0);
  HIT(seconds);
  return NULL_GUID;
}

static EDT(comes_first) {
  POKE(inside, 1);
  OK(ocrAddDependence(block, second, 0, k_modes[paramv[0]]));
  for (int i = 0; i < 20; i++) sched_yield();
  POKE(inside, 0);
  return NULL_GUID;
}

static EDT(next_round);

static void try_round(u64 round) {
  while (round < 16 * k_rounds && k_together[round % 16 / 4][round % 4]) round++;
  if (round == 16 * k_rounds) {
    EQ(PEEK(seconds), 7 * k_rounds);
    pass();
    return;
  }
  ocrGuid_t output, next = edt_of(next_round, round + 1, 2), others_output;
  u64 mode = round % 4;
  block = number_block(1);
  second = new_edt(comes_second, 0, NULL, 1, EDT_PROP_NONE, &others_output);
  OK(ocrAddDependence(others_output, next, 1, DB_MODE_NULL));
  ocrGuid_t first = new_edt(comes_first, 1, &mode, 1, EDT_PROP_NONE, &output);
  OK(ocrAddDependence(output, next, 0, DB_MODE_NULL));
  OK(ocrAddDependence(block, first, 0, k_modes[round % 16 / 4]));
}

static EDT(next_round) {
  try_round(paramv[0]);
  return NULL_GUID;
}

MAIN {
  try_round(0);
  return NULL_GUID;
}
