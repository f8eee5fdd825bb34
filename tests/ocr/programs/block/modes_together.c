// Pairs of modes that may hold a block together do: the first waits inside until the second is inside, too.
// workers: 2,8
// heddle-only: XSOCR has CONST wait for RO
#include "modes.h"

static int first_inside, second_inside;
static ocrGuid_t block, second;

static EDT(comes_second) {
  POKE(second_inside, 1);
  return NULL_GUID;
}

static EDT(comes_first) {
  POKE(first_inside, 1);
  OK(ocrAddDependence(block, second, 0, k_modes[paramv[0]]));
  while (!PEEK(second_inside)) sched_yield();
  return NULL_GUID;
}

static EDT(next_pair);

static void try_pair(u64 pair) {
  while (pair < 16 && !k_together[pair / 4][pair % 4]) pair++;
  if (pair == 16) {
    pass();
    return;
  }
  ocrGuid_t output, first, next = edt_of(next_pair, pair + 1, 1);
  u64 mode = pair % 4;
  POKE(first_inside, 0);
  POKE(second_inside, 0);
  block = number_block(1);
  second = edt(comes_second, 1);
  first = new_edt(comes_first, 1, &mode, 1, EDT_PROP_FINISH, &output);
  OK(ocrAddDependence(output, next, 0, DB_MODE_NULL));
  OK(ocrAddDependence(block, first, 0, k_modes[pair / 4]));
}

static EDT(next_pair) {
  try_pair(paramv[0]);
  return NULL_GUID;
}

MAIN {
  try_pair(0);
  return NULL_GUID;
}
