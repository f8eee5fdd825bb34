/* random: random programs of regions, for any number of seeds: "SEED DIGEST" each. Linked with the library, with the
 * serial elision or with the simulator, it must print the same.
 *
 * A program is up to 64 regions in a tree, up to 192 objects in them and tasks nested 5 deep with up to three
 * arguments, which may overlap. A task touches what it holds and has not handed on, spawns children within what it
 * holds, waits for parts of it, and allocates and frees objects and regions in regions that it holds. What it reads
 * goes into the digest. What it does follows from its seed and its arguments alone.
 *
 *   random FIRST COUNT [ranks]
 *
 * With `ranks` it runs over several: what tasks read of the program comes to them as an argument, and each rank prints
 * what its own tasks have seen, to be added up by seed. */
#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>
#include <stdlib.h>
#include <string.h>

#include "../../bench/papers/myrmics/programs/digest.h"

enum {
  MOST_REGIONS = 64,
  MOST_OBJECTS = 192,
  MOST_THINGS = MOST_REGIONS + MOST_OBJECTS,
  DEEPEST = 5,
  MOST_ARGUMENTS = 3
};
enum { k_main, k_task };
typedef enum { none, reads, writes } Hold;

/* What tasks add to a region and take away again: a stack of objects, some of them in a region of their own. */
typedef struct Extra {
  struct Extra* next;
  rid_t region; /* its own, or 0 */
  uint64_t value;
} Extra;
typedef struct {
  uint64_t value;
  Extra* extras; /* of a region's own object */
} Object;

/* The program: made before it runs, only read after that. Thing t < regions is a region, the others are objects. */
typedef struct {
  long seed;
  int regions, things;
  int parent[MOST_THINGS]; /* the region it lies in; -1: the root */
  rid_t name[MOST_REGIONS];
  Object* object[MOST_THINGS]; /* of a region: one in it, which has what tasks add */
} Shape;
static Shape only_shape;
static Shape* shape = &only_shape; /* with ranks: an object, which each task is given */
#define program (*shape)
static int over_ranks;
static long first_seed;
static uint64_t one_sum;
static uint64_t* sums = &one_sum; /* of what all tasks of this rank have read, by seed */

typedef struct {
  uint64_t state;
} Random;
static uint64_t next_random(Random* random) {
  random->state += 0x9e3779b97f4a7c15u;
  return digest_of(random->state, 17);
}
static int below(Random* random, int n) { return (int)(next_random(random) % (uint64_t)n); }

#ifdef MYRMICS_SIMULATED
void simulated_work(double units);
static void pass_time(int amount) { simulated_work(amount); }
#else
static void pass_time(int amount) {
  volatile int i;
  const int rounds = amount % 4 == 0 ? amount / 10 : 0;
  for (i = 0; i < rounds; i++) {
  }
}
#endif

/* Whether thing `t` is `in` or lies in it; -1 is the root. */
static int lies_in(int t, int in) {
  while (t != in && t >= 0) t = program.parent[t];
  return t == in;
}

typedef struct {
  Random random;
  int depth;
  uint64_t seen;
  int own_count, own[MOST_ARGUMENTS]; /* its arguments */
  Hold held[MOST_THINGS];             /* by the task's arguments */
  Hold handed_on[MOST_THINGS];        /* since it last waited for it */
} Task;

static int may(const Task* task, int t, Hold mode) {
  if (task->held[t] < mode) return 0;
  return mode == writes ? task->handed_on[t] == none : task->handed_on[t] < writes;
}
static void touch(Task* task, int t) {
  Object* object = program.object[t];
  if (may(task, t, writes) && below(&task->random, 3) != 0) {
    const uint64_t old = object->value;
    pass_time(below(&task->random, 30000));
    object->value = digest_of(old, next_random(&task->random));
  } else if (may(task, t, reads)) {
    task->seen = digest_of(task->seen, object->value);
  }
}
/* Adds to a region that is held for writing, or takes away. */
static void change_region(Task* task, int r) {
  Object* object = program.object[r];
  if (r >= program.regions || !may(task, r, writes)) return;
  if (object->extras == NULL || below(&task->random, 3) != 0) {
    const rid_t own = below(&task->random, 4) == 0 ? sys_ralloc(program.name[r], below(&task->random, 3)) : 0;
    Extra* extra =
        (Extra*)sys_alloc(sizeof *extra + (size_t)below(&task->random, 500), own != 0 ? own : program.name[r]);
    extra->next = object->extras;
    extra->region = own;
    extra->value = next_random(&task->random);
    object->extras = extra;
  } else {
    Extra* extra = object->extras;
    object->extras = extra->next;
    task->seen = digest_of(task->seen, extra->value);
    if (extra->region != 0)
      sys_rfree(extra->region);
    else
      sys_free(extra);
  }
}

/* An argument: something that the task holds, with all that lies in it: often the whole of one of its own.
 * @returns -1: nothing found */
static int choose(Task* task, Hold mode) {
  int tries;
  if (task->own_count > 0 && below(&task->random, 3) == 0) {
    const int own = task->own[below(&task->random, task->own_count)];
    return task->held[own] >= mode ? own : -1;
  }
  for (tries = 0; tries < 40; tries++) {
    const int t = below(&task->random, program.things);
    if (task->held[t] >= mode) return t;
  }
  return -1;
}
/* A thing's word and type. */
static void argument_of(Task* task, int t, Hold mode, void** word, unsigned* type) {
  const int is_region = t < program.regions;
  *word = is_region ? (void*)(uintptr_t)program.name[t] : (void*)program.object[t];
  *type = mode == reads ? SYS_TYPE_IN_ARG : below(&task->random, 4) == 0 ? SYS_TYPE_OUT_ARG : SYS_TYPE_INOUT_ARG;
  if (is_region) *type |= SYS_TYPE_REGION;
  /* What it does not touch at all it cannot be given here, so over ranks everything comes. */
  if (below(&task->random, 8) == 0 && !over_ranks) *type |= SYS_TYPE_NO_TRANSFER;
}
static void hand_on(Task* task, int t, Hold mode) {
  int i;
  for (i = 0; i < program.things; i++)
    if (lies_in(i, t) && task->handed_on[i] < mode) task->handed_on[i] = mode;
}
static void spawn_child(Task* task) {
  const int count = 1 + below(&task->random, MOST_ARGUMENTS);
  enum { FIXED = 4 };
  void* words[FIXED + 2 * MOST_ARGUMENTS];
  unsigned types[FIXED + 2 * MOST_ARGUMENTS];
  int i;
  words[0] = (void*)(uintptr_t)next_random(&task->random);
  words[1] = (void*)(uintptr_t)(task->depth + 1);
  words[2] = (void*)(uintptr_t)count;
  words[3] = shape;
  for (i = 0; i < count; i++) {
    const Hold mode = below(&task->random, 3) == 0 ? reads : writes;
    const int t = choose(task, mode);
    void** const word = &words[FIXED + 2 * i];
    unsigned* const type = &types[FIXED + 2 * i];
    if (t < 0) {
      *word = NULL; /* a null object is a value */
      *type = SYS_TYPE_IN_ARG;
    } else {
      argument_of(task, t, mode, word, type);
      hand_on(task, t, mode);
    }
    word[1] = (void*)(intptr_t)(t < 0 ? -1 : 2 * t + (mode == writes));
    type[1] = SYS_TYPE_BYVALUE_ARG;
  }
  for (i = 0; i < FIXED; i++) types[i] = SYS_TYPE_BYVALUE_ARG;
  if (over_ranks) types[3] = SYS_TYPE_IN_ARG;
  sys_spawn(k_task, words, types, (unsigned)(FIXED + 2 * count));
}
static void regain(Task* task, int t, Hold mode) {
  int i;
  for (i = 0; i < program.things; i++)
    if (lies_in(i, t)) task->handed_on[i] = mode == writes || task->handed_on[i] == none ? none : reads;
}
static void wait_for_some(Task* task) {
  void* words[MOST_ARGUMENTS];
  unsigned types[MOST_ARGUMENTS];
  int things[MOST_ARGUMENTS];
  Hold modes[MOST_ARGUMENTS];
  const int wanted = 1 + below(&task->random, MOST_ARGUMENTS);
  int i, count = 0;
  for (i = 0; i < wanted; i++) {
    const Hold mode = below(&task->random, 2) == 0 ? reads : writes;
    const int t = choose(task, mode);
    if (t < 0) continue;
    things[count] = t;
    modes[count] = mode;
    argument_of(task, t, mode, &words[count], &types[count]);
    types[count] &= ~SYS_TYPE_NO_TRANSFER;
    count++;
  }
  sys_wait(words, types, (unsigned)count);
  /* A read that lies in a write of the same wait is one, too; reads come first, so that writes win. */
  for (i = 0; i < count; i++)
    if (modes[i] == reads) regain(task, things[i], reads);
  for (i = 0; i < count; i++)
    if (modes[i] == writes) regain(task, things[i], writes);
}

static void act(Task* task, int steps) {
  for (; steps > 0; steps--) {
    const int what = below(&task->random, 10);
    if (what < 4)
      touch(task, below(&task->random, program.things));
    else if (what < 5)
      change_region(task, below(&task->random, program.regions));
    else if (what < 9 && task->depth < DEEPEST)
      spawn_child(task);
    else if (what == 9)
      wait_for_some(task);
  }
}

static void add_up(uint64_t seen) {
  __atomic_fetch_add(&sums[over_ranks ? program.seed - first_seed : 0], seen, __ATOMIC_RELAXED);
}

static void task_body(uint64_t seed, long depth, long count, Shape* of, ...) {
  va_list list;
  Task task;
  long i;
  int t;
  if (over_ranks) __atomic_store_n(&shape, of, __ATOMIC_RELAXED); /* the same for all tasks of a run */
  memset(&task, 0, sizeof task);
  task.random.state = seed;
  task.depth = (int)depth;
  va_start(list, of);
  for (i = 0; i < count; i++) {
    long code;
    (void)va_arg(list, void*);
    code = va_arg(list, long);
    if (code >= 0) task.own[task.own_count++] = (int)(code / 2);
    for (t = 0; code >= 0 && t < program.things; t++)
      if (lies_in(t, (int)(code / 2)) && task.held[t] < (code % 2 ? writes : reads))
        task.held[t] = code % 2 ? writes : reads;
  }
  va_end(list);
  act(&task, 1 + below(&task.random, depth < 4 ? 7 : 4));
  add_up(digest_of(seed, task.seen));
}

static void make_program(Random* random) {
  int r, o;
  const int objects = 1 + below(random, MOST_OBJECTS);
  program.regions = 2 + below(random, MOST_REGIONS - 1);
  program.things = program.regions + objects;
  for (r = 0; r < program.regions; r++) {
    program.parent[r] = below(random, 4) == 0 ? -1 : below(random, r + 1) - 1;
    program.name[r] = sys_ralloc(program.parent[r] < 0 ? 0 : program.name[program.parent[r]], below(random, 4));
  }
  for (o = program.regions; o < program.things; o++) program.parent[o] = below(random, program.regions + 1) - 1;
  for (o = 0; o < program.things; o++) {
    const int in = o < program.regions ? o : program.parent[o];
    program.object[o] = (Object*)sys_alloc(sizeof(Object), in < 0 ? 0 : program.name[in]);
    program.object[o]->value = (uint64_t)o;
    program.object[o]->extras = NULL;
  }
}
static uint64_t all_values(void) {
  uint64_t digest = 0;
  const Extra* extra;
  int t;
  for (t = 0; t < program.things; t++) {
    digest += digest_of((uint64_t)t, program.object[t]->value);
    for (extra = program.object[t]->extras; extra != NULL; extra = extra->next)
      digest = digest_of(digest, extra->value) + (extra->region != 0);
  }
  return digest;
}
static void wait_for_all(void) {
  void* words[MOST_THINGS];
  unsigned types[MOST_THINGS];
  int t, count = 0;
  for (t = 0; t < program.things; t++) {
    if (program.parent[t] >= 0) continue;
    words[count] = t < program.regions ? (void*)(uintptr_t)program.name[t] : (void*)program.object[t];
    types[count++] = SYS_TYPE_INOUT_ARG | (t < program.regions ? SYS_TYPE_REGION : 0);
  }
  sys_wait(words, types, (unsigned)count);
}

static void random_main(long seed) {
  Task task;
  int t;
  memset(&task, 0, sizeof task);
  task.random.state = digest_of((uint64_t)seed, 1);
  if (over_ranks) shape = (Shape*)sys_alloc(sizeof *shape, 0);
  program.seed = seed;
  if (!over_ranks) one_sum = 0;
  make_program(&task.random);
  for (t = 0; t < program.things; t++) task.held[t] = writes;
  act(&task, 4 + below(&task.random, 20));
  wait_for_all();
  add_up(all_values() + task.seen);
}
/* Once all tasks are over: some hold nothing, and nobody waits for them. */
uint64_t random_result(void);
uint64_t random_result(void) { return one_sum; }

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wcast-function-type"
#endif
extern func_t random_table[];
func_t random_table[] = {(func_t)random_main, (func_t)task_body};

#ifndef MYRMICS_SIMULATED
static int run_over_ranks(long seeds) {
  long at;
  over_ranks = 1;
  sums = (uint64_t*)calloc((size_t)seeds, sizeof *sums);
  for (at = 0; at < seeds; at++) {
    void* word = (void*)(first_seed + at);
    const int status = myrmics_run_everywhere(random_table, &word, 1);
    if (status != 0) return status;
  }
  for (at = 0; at < seeds; at++) printf("%ld %016llx\n", first_seed + at, (unsigned long long)sums[at]);
  free(sums);
  return 0;
}

int main(int count, char** values) {
  const long first = count > 1 ? strtol(values[1], NULL, 10) : 0, seeds = count > 2 ? strtol(values[2], NULL, 10) : 100;
  long seed;
  first_seed = first;
  if (count > 3) return run_over_ranks(seeds);
  for (seed = first; seed < first + seeds; seed++) {
    void* word = (void*)seed;
    const int status = myrmics_run(random_table, &word, 1);
    if (status != 0) return status;
    printf("%ld %016llx\n", seed, (unsigned long long)random_result());
  }
  return 0;
}
#endif
