// Random programs of EDTs that share blocks in all modes, by all kinds of events, compute what one after the other do.
// args: 1 200
// args-as-threads: 1 8
// timeout: 120
// heddle-only: XSOCR has no DowngradeRelease, and some EDTs wait for themselves
#include "blocks.h"

static u64 last_seed;
static ocrGuid_t blocks[k_blocks], worker_template;

// What the EDT does with the block that a slot names, as its modes on all slots allow.
static void use(const Edt* edt, u32 slot, ocrEdtDep_t dep) {
  const Use* what = &edt->uses[slot];
  SharedBlock* data = dep.ptr;
  CHECK(data != NULL, "the slot has its block");
  EQ(data->magic, k_magic + (u64)what->block);
  switch (joined_mode(edt, what->block)) {
    case DB_MODE_EW:
      // Not atomic, and not at once: whoever else is inside is seen.
      EQ(data->one, data->other);
      EQ(data->inside, 0);
      data->inside = 1 + (u64)edt->number;
      data->one += edt->number + 1u;
      if (edt->yields) sched_yield();
      EQ(data->inside, 1 + (u64)edt->number);
      data->other += edt->number + 1u;
      data->inside = 0;
      data->words[edt->number] = word_of(edt, what->block);
      break;
    case DB_MODE_RW:
      data->words[edt->number] = word_of(edt, what->block);
      break;
    case DB_MODE_CONST: {
      u64 before = sum_of(data);
      EQ(data->one, data->other);
      if (edt->yields) sched_yield();
      EQ(sum_of(data), before);
      break;
    }
    default:
      break;  // RO: nothing is promised but what never changes
  }
}

static int is_first_of_its_block(const Edt* edt, u32 slot) {
  for (u32 before = 0; before < slot; before++)
    if (edt->uses[before].block == edt->uses[slot].block) return 0;
  return 1;
}

static void let_go(const Edt* edt, u32 slot, ocrEdtDep_t dep) {
  SharedBlock* data = dep.ptr;
  switch (edt->uses[slot].end) {
    case k_released:
      OK(ocrDbRelease(dep.guid));
      EQ(ocrDbRelease(dep.guid), OCR_EACCES);
      break;
    case k_downgraded:
      OK(ocrDbDowngradeRelease(dep.guid));
      OK(ocrDbDowngradeRelease(dep.guid));
      EQ(data->magic, k_magic + (u64)edt->uses[slot].block);
      break;
    case k_held:
      break;
  }
}

// A block of its own goes to an EDT that waits for the output event.
static EDT(takes_result) {
  u64* data = depv[0].ptr;
  EQ(data[0], k_magic ^ paramv[0]);
  OK(ocrDbDestroy(depv[0].guid));
  HIT(results);
  return NULL_GUID;
}

static EDT(works) {
  const Edt* edt = &plan[paramv[0]];
  for (u32 slot = 0; slot < edt->count; slot++)
    if (is_first_of_its_block(edt, slot)) use(edt, slot, depv[slot]);
  for (u32 slot = 0; slot < edt->count; slot++)
    if (is_first_of_its_block(edt, slot)) let_go(edt, slot, depv[slot]);
  if (!edt->makes_block) return NULL_GUID;
  ocrGuid_t guid;
  u64* data;
  OK(ocrDbCreate(&guid, (void**)&data, 8 + 512 * (u64)edt->yields, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
  data[0] = k_magic ^ paramv[0];
  if (edt->yields) OK(ocrDbRelease(guid));
  return guid;
}

// The block reaches the slot through an event of the kind, satisfied before or after the dependence is there.
static void connect(ocrGuid_t edt, u32 slot, const Use* what) {
  ocrGuid_t block = blocks[what->block], way;
  if (what->way == k_direct) {
    OK(ocrAddDependence(block, edt, slot, what->mode));
    return;
  }
  if (what->way == k_by_satisfy) {
    OK(ocrEventSatisfySlot(edt, block, slot));  // asks in RW
    return;
  }
  if (what->way == k_counted) {
    way = counted(1);
  } else if (what->way == k_channel) {
    way = channel(1);
  } else {
    way = event(what->way == k_once ? OCR_EVENT_ONCE_T : what->way == k_idem ? OCR_EVENT_IDEM_T : OCR_EVENT_STICKY_T);
  }
  const int early = what->early && what->way != k_once;
  if (early) OK(ocrEventSatisfy(way, block));
  OK(ocrAddDependence(way, edt, slot, what->mode));
  if (!early) OK(ocrEventSatisfy(way, block));
  if (what->way == k_sticky || what->way == k_idem || what->way == k_channel) OK(ocrEventDestroy(way));
}

static EDT(round_of_edts) {
  for (int n = (int)paramv[0]; n < (int)paramv[1]; n++) {
    u64 number = (u64)n;
    ocrGuid_t guid, output;
    OK(ocrEdtCreate(&guid, worker_template, 1, &number, plan[n].count + 1, NULL, EDT_PROP_NONE, NULL_HINT,
                    plan[n].makes_block ? &output : NULL));
    if (plan[n].makes_block) OK(ocrAddDependence(output, edt_of(takes_result, number, 1), 0, DB_MODE_CONST));
    for (u32 slot = 0; slot < plan[n].count; slot++) connect(guid, slot, &plan[n].uses[slot]);
    OK(ocrAddDependence(NULL_GUID, guid, plan[n].count, DB_MODE_NULL));
  }
  return NULL_GUID;
}

static void run_program(u64 seed);

// All rounds are over: each block holds what the sequential program has put there.
static EDT(check_blocks) {
  for (int i = 0; i < block_count; i++) {
    const SharedBlock* data = depv[i].ptr;
    if (data->one != want[i].one || sum_of(data) != sum_of(&want[i]))
      fprintf(stderr, "seed %llu, block %d:\n", (unsigned long long)seed_now, i);
    EQ(data->one, want[i].one);
    EQ(data->other, want[i].one);
    EQ(sum_of(data), sum_of(&want[i]));
  }
  EQ(PEEK(results), want_results);
  for (int i = 0; i < block_count; i++) OK(ocrDbDestroy(blocks[i]));
  if (seed_now == last_seed) return pass();
  run_program(seed_now + 1);
  return NULL_GUID;
}

static EDT(begin_round) {
  int round = (int)paramv[0];
  if (round == round_count) {
    const int count = block_count;  // the last EDT may begin, and choose another, before the loop's end
    ocrGuid_t last = edt(check_blocks, (u32)count);
    for (int i = 0; i < count; i++) OK(ocrAddDependence(blocks[i], last, (u32)i, DB_MODE_CONST));
    return NULL_GUID;
  }
  ocrGuid_t output, next = edt_of(begin_round, (u64)round + 1, 1);
  u64 bounds[] = {(u64)first_of_round[round], (u64)first_of_round[round + 1]};
  ocrGuid_t guid = new_edt(round_of_edts, 2, bounds, 1, EDT_PROP_FINISH, &output);
  OK(ocrAddDependence(output, next, 0, DB_MODE_NULL));
  OK(ocrAddDependence(NULL_GUID, guid, 0, DB_MODE_NULL));
  return NULL_GUID;
}

static void run_program(u64 seed) {
  choose_program(seed);
  for (int i = 0; i < block_count; i++) {
    SharedBlock* data;
    OK(ocrDbCreate(&blocks[i], (void**)&data, sizeof *data + (u64)below(3) * 40000, DB_PROP_NONE, NULL_HINT, NO_ALLOC));
    memset(data, 0, sizeof *data);
    data->magic = k_magic + (u64)i;
    OK(ocrDbRelease(blocks[i]));
  }
  edt_of(begin_round, 0, 0);
}

MAIN {
  u64 first = ocrGetArgc(depv[0].ptr) > 1 ? strtoull(ocrGetArgv(depv[0].ptr, 1), NULL, 10) : 1;
  u64 count = ocrGetArgc(depv[0].ptr) > 2 ? strtoull(ocrGetArgv(depv[0].ptr, 2), NULL, 10) : 1;
  last_seed = first + count - 1;
  OK(ocrEdtTemplateCreate(&worker_template, works, 1, EDT_PARAM_UNK));
  run_program(first);
  return NULL_GUID;
}
