// An allreduce gives every rank the sums of all data, for many generations.
// heddle-only: XSOCR does not compile with collective events
#include "check_collective.h"

enum { k_ranks = 8, k_data = 5, k_generations = 40 };
static ocrGuid_t event_guid, rank_template;
static int ended;

static void contribute(u64 rank, u64 generation) {
  u64 data[k_data];
  for (u64 i = 0; i < k_data; i++) data[i] = (rank + 1) * (i + 1) + generation;
  OK(ocrEventCollectiveSatisfySlot(event_guid, data, (u32)rank));
  memset(data, 255, sizeof data);
}

static void next(u64 rank, u64 generation) {
  u64 given[] = {rank, generation};
  ocrGuid_t guid;
  OK(ocrEdtCreate(&guid, rank_template, 2, given, 1, NULL, EDT_PROP_NONE, NULL_HINT, NULL));
  OK(ocrAddDependenceSlot(event_guid, (u32)rank, guid, 0, DB_MODE_RO));
  contribute(rank, generation);
}

static EDT(rank_step) {
  u64 rank = paramv[0], generation = paramv[1];
  u64 ranks = k_ranks * (k_ranks + 1) / 2;
  for (u64 i = 0; i < k_data; i++) EQ(((u64*)depv[0].ptr)[i], ranks * (i + 1) + k_ranks * generation);
  if (generation + 1 < k_generations)
    next(rank, generation + 1);
  else
    HIT(ended);
  return NULL_GUID;
}

static EDT(makes) {
  OK(ocrEdtTemplateCreate(&rank_template, rank_step, 2, 1));
  event_guid = collective(k_ranks, k_data, REDOP_U8_ADD, COL_ALLREDUCE, 2);
  for (u64 rank = 0; rank < k_ranks; rank++) next(rank, 0);
  return NULL_GUID;
}

static EDT(all) {
  EQ(PEEK(ended), k_ranks);
  return pass();
}

MAIN {
  after(makes, all);
  return NULL_GUID;
}
