/* multilevel: a tree of regions with l3 regions at the top, l2 in each of them, then l1, with l0 objects in each of the
 * lowest; -1 leaves a level out. Each round is a task on the whole, which spawns a task a region, level by level, and
 * at the bottom one an object. */
#include "multilevel.h"
#include "program.h"

enum { k_main, k_level, k_leaf };
enum { LEVELS = 4 };

/* Lies in its own region, so that a task that names that may read it. */
typedef struct Level Level;
typedef struct {
  rid_t region; /* 0 at the bottom: then it is an object */
  long first;   /* the place of its first object */
  Level* level;
  uint64_t* object;
} Child;
struct Level {
  long count;
  Child child[];
};

static void leaf(uint64_t* object, long place, long delay) { COMPUTE(delay, multilevel_work(object, place, delay)); }

static void spawn_children(const Level* level, long delay) {
  Arguments to = {0};
  long i;
  for (i = 0; i < level->count; i++) {
    const Child* child = &level->child[i];
    if (child->region != 0) {
      pass_region(&to, INOUT | NO_TRANSFER, child->region);
      pass_value(&to, (intptr_t)child->level);
      pass_value(&to, delay);
      spawn(k_level, &to);
    } else {
      pass_object(&to, INOUT, child->object);
      pass_value(&to, child->first);
      pass_value(&to, delay);
      spawn(k_leaf, &to);
    }
  }
}
static void level(rid_t region, const Level* level, long delay) {
  (void)region;
  spawn_children(level, delay);
}

static Level* make(rid_t region, const long* counts, long depth, long first, long size) {
  long objects = 1, i;
  Level* into;
  while (depth > 0 && counts[depth] < 0) depth--;
  for (i = 0; i < depth; i++)
    if (counts[i] > 0) objects *= counts[i];
  into = (Level*)sys_alloc(sizeof *into + (size_t)counts[depth] * sizeof(Child), region);
  into->count = counts[depth];
  for (i = 0; i < into->count; i++) {
    Child* child = &into->child[i];
    memset(child, 0, sizeof *child);
    child->first = first + i * objects;
    if (depth == 0) {
      child->object = (uint64_t*)sys_alloc((size_t)size, region);
      child->object[0] = 0;
    } else {
      child->region = sys_ralloc(region, (int)depth - 1);
      child->level = make(child->region, counts, depth - 1, child->first, size);
    }
  }
  return into;
}
static uint64_t sum(const Level* level) {
  uint64_t digest = 0;
  long i;
  for (i = 0; i < level->count; i++) {
    const Child* child = &level->child[i];
    digest += child->region != 0 ? sum(child->level) : digest_of((uint64_t)child->first, child->object[0]);
  }
  return digest;
}

static void multilevel_main(long l3, long l2, long l1, long l0, long size, long reps, long delay) {
  const long counts[LEVELS] = {l0, l1, l2, l3};
  const rid_t top = sys_ralloc(0, LEVELS);
  Arguments to = {0};
  Level* const root = make(top, counts, LEVELS - 1, 0, size);
  long i;
  begin_time();
  for (i = 0; i < reps; i++) {
    pass_region(&to, INOUT | NO_TRANSFER, top);
    pass_value(&to, (intptr_t)root);
    pass_value(&to, delay);
    spawn(k_level, &to);
  }
  wait_region(COMPUTES ? IN : IN | NO_TRANSFER, top);
  end_time();
  if (COMPUTES) print_digest(sum(root));
}

static func_t table[] = {TASK(multilevel_main), TASK(level), TASK(leaf)};
PROGRAM(multilevel, table, "l3 l2 l1 l0 size reps delay", 2, 3, 3, 8, 64, 10, 200)
