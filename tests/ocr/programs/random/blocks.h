// Random programs of blocks: rounds of EDTs that may run in any order, and what they leave in the blocks in the end.
#pragma once

#include "check.h"

enum { k_blocks = 5, k_uses = 4, k_rounds = 4, k_per_round = 24, k_edts = k_rounds * k_per_round };
static const u64 k_magic = 0x6d61676963;

// How a block gets to a slot.
typedef enum { k_direct, k_by_satisfy, k_once, k_sticky, k_idem, k_counted, k_channel, k_ways } Way;
// What an EDT does before its end.
typedef enum { k_held, k_released, k_downgraded } End;

typedef struct {
  int block;
  ocrDbAccessMode_t mode;
  Way way;
  End end;
  int early;  // the event is satisfied before the slot depends on it
} Use;

typedef struct {
  u32 number, count;
  int yields, makes_block;
  Use uses[k_uses];
} Edt;

typedef struct {
  u64 magic;               // never changes
  u64 one, other, inside;  // in EW only
  u64 words[k_edts];       // one for each EDT that may write
} SharedBlock;

static Edt plan[k_edts];
static int first_of_round[k_rounds + 1], round_count, block_count;
static SharedBlock want[k_blocks];
static u64 seed_now, random_state, results, want_results;

static u64 random_u64(void) {
  u64 z = random_state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

static int below(int n) { return (int)(random_u64() % (u64)n); }

// One block on several slots is had once: RW and CONST together are EW.
static ocrDbAccessMode_t joined_mode(const Edt* edt, int block) {
  int reads_write = 0, constant = 0, alone = 0;
  for (u32 slot = 0; slot < edt->count; slot++) {
    if (edt->uses[slot].block != block) continue;
    reads_write |= edt->uses[slot].mode == DB_MODE_RW;
    constant |= edt->uses[slot].mode == DB_MODE_CONST;
    alone |= edt->uses[slot].mode == DB_MODE_EW;
  }
  if (alone || (reads_write && constant)) return DB_MODE_EW;
  return reads_write ? DB_MODE_RW : constant ? DB_MODE_CONST : DB_MODE_RO;
}

static u64 word_of(const Edt* edt, int block) { return seed_now * 1000003 + edt->number * 31 + (u64)block + 1; }

static u64 sum_of(const SharedBlock* data) {
  u64 sum = data->one;
  for (int i = 0; i < k_edts; i++) sum = sum * 1099511628211u + data->words[i];
  return sum;
}

static void choose_use(Use* use) {
  static const ocrDbAccessMode_t modes[] = {DB_MODE_RO, DB_MODE_CONST, DB_MODE_RW, DB_MODE_EW};
  use->block = below(block_count);
  use->mode = modes[below(4)];
  use->way = (Way)below(k_ways);
  use->end = (End)below(k_downgraded + 1);
  use->early = below(2);
  if (use->way == k_by_satisfy) use->mode = DB_MODE_RW;
}

// What the EDT leaves, as if it ran alone.
static void interpret(const Edt* edt) {
  for (int block = 0; block < block_count; block++) {
    const ocrDbAccessMode_t mode = joined_mode(edt, block);
    if (mode == DB_MODE_EW) want[block].one += edt->number + 1u;
    if (mode == DB_MODE_EW || mode == DB_MODE_RW) want[block].words[edt->number] = word_of(edt, block);
  }
  want_results += (u64)edt->makes_block;
}

static void choose_program(u64 seed) {
  seed_now = random_state = seed;
  block_count = 1 + below(k_blocks);
  round_count = 1 + below(k_rounds);
  memset(want, 0, sizeof want);
  want_results = 0;
  POKE(results, 0);
  int next = 0;
  for (int round = 0; round < round_count; round++) {
    first_of_round[round] = next;
    for (int left = 1 + below(k_per_round); left > 0; left--, next++) {
      Edt* edt = &plan[next];
      edt->number = (u32)next;
      edt->count = (u32)below(k_uses + 1);
      edt->yields = below(2);
      edt->makes_block = below(4) == 0;
      for (u32 slot = 0; slot < edt->count; slot++) choose_use(&edt->uses[slot]);
      interpret(edt);
    }
  }
  first_of_round[round_count] = next;
}
