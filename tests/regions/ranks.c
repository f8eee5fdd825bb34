/* ranks: what a program over several ranks can meet. run.py says how each ends.
 *
 *   ranks WHAT
 *
 * spread, tables, moves, many: something that works, "passed" on rank 0. The others: one rank dies, or is stopped, or
 * calls wrongly, within a task on another rank than 0; or addresses are taken before the ranks meet. */
#define _GNU_SOURCE
#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { k_main, k_task, k_second, k_more };
enum { TASKS = 48, MANY = 2500, SPAWNERS = 2 };

static const char* what;
static int wrong;

static int* volatile nowhere;

static int own_rank(void) {
  const char* rank = getenv("OMPI_COMM_WORLD_RANK");
  if (rank == NULL) rank = getenv("PMI_RANK");
  return rank == NULL ? 0 : atoi(rank);
}
static int is(const char* word) { return strcmp(what, word) == 0; }
static void check(int holds, const char* words) {
  if (holds) return;
  printf("wrong: %s\n", words);
  wrong = 1;
}

typedef struct {
  long value, process, worker;
} Object;

/* Each grows to and fro between ranks; what it holds must come along. */
static void move_about(rid_t region) {
  long i;
  long* numbers = (long*)sys_alloc(10 * sizeof(long), region);
  for (i = 0; i < 10; i++) numbers[i] = i;
  numbers = (long*)sys_realloc(numbers, 100000 * sizeof(long), region);
  for (i = 0; i < 10; i++) check(numbers[i] == i, "realloc keeps what there was");
  numbers[99999] = 7;
  sys_free(numbers);
}

static void end_somehow(Object* object) {
  if (is("segv")) *nowhere = 1;
  if (is("abort")) abort();
  if (is("kill")) raise(SIGKILL);
  if (is("stop")) raise(SIGSTOP);
  if (is("exit")) exit(0);
  if (is("mistake")) sys_free((char*)object + 1);
  if (is("late")) {
    void* word = (char*)object + 8;
    unsigned type = TYPE_INOUT_ARG;
    sys_spawn(k_task, &word, &type, 1);
  }
}

static void more(Object* object) { object->value += 1; }
/* More than may be pending before a spawner is held back. */
static void spawn_many(Object* object) {
  void* word = object;
  unsigned type = TYPE_INOUT_ARG;
  int i;
  for (i = 0; i < MANY; i++) sys_spawn(k_more, &word, &type, 1);
}

static void task(Object* object, rid_t region) {
  const int spawns = is("many") && object->value < SPAWNERS;
  usleep(3000);
  object->value += 1;
  object->process = getpid();
  object->worker = sys_get_worker_id();
  if (own_rank() != 0) end_somehow(object);
  if (is("moves")) move_about(region);
  if (spawns) spawn_many(object);
}
static void second(Object* object) { object->value *= 2; }

static void start(void) {
  Object* objects[TASKS];
  rid_t region[TASKS];
  long i, others = 0;
  for (i = 0; i < TASKS; i++) {
    unsigned types[] = {TYPE_INOUT_ARG, TYPE_INOUT_ARG | TYPE_REGION_ARG};
    void* words[2];
    region[i] = sys_ralloc(0, 0);
    objects[i] = (Object*)sys_alloc(sizeof(Object), region[i]);
    objects[i]->value = i;
    words[0] = objects[i];
    words[1] = (void*)region[i];
    sys_spawn(k_task, words, types, 2);
    sys_spawn(k_second, words, types, 1);
  }
  for (i = 0; i < TASKS; i++) {
    void* word = (void*)region[i];
    sys_wait_on(&word, 1);
    check(objects[i]->value == 2 * (i + 1 + (is("many") && i < SPAWNERS ? MANY : 0)),
          "what tasks have written comes back");
    check(objects[i]->worker < sys_get_num_workers(), "a worker's number is one of all");
    others += objects[i]->process != getpid();
  }
  check(others > 0, "some tasks run on other ranks");
}

static func_t table[] = {(func_t)start, (func_t)task, (func_t)second, (func_t)more};

/* Another table, whose entries stand elsewhere. */
static void add_ten(Object* object) { object->value += 10; }
static void start_other(void) {
  Object* object = (Object*)sys_alloc(sizeof(Object), 0);
  long i;
  object->value = 0;
  for (i = 0; i < TASKS; i++) {
    void* word = object;
    unsigned type = TYPE_INOUT_ARG;
    sys_spawn(1, &word, &type, 1);
  }
  sys_wait_on((void**)&object, 1);
  check(object->value == 10 * TASKS, "a second run has its own table");
}
static func_t other_table[] = {(func_t)start_other, (func_t)add_ten};

static int told;
static void tell(int code, const char* text, const char* file, int line) {
  (void)code;
  if (!told) printf("told: %s [%s:%d]\n", text, file, line);
  fflush(stdout);
  told = 1;
}

static void take(unsigned long place) {
  mmap((void*)place, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
}

int main(int count, char** words) {
  what = count > 1 ? words[1] : "spread";
  if (own_rank() == 1 && is("taken")) take(0x200000000000), take(0x300000000000), take(0x400000000000);
  if (own_rank() == 1 && is("first_taken")) take(0x200000000000);
  if (count > 2) myrmics_on_error(tell);
  if (is("tables")) {
    myrmics_run_everywhere(table, NULL, 0);
    myrmics_run(other_table, NULL, 0);
  } else {
    myrmics_run(table, NULL, 0);
  }
  puts(wrong ? "failed" : "passed");
  return is("status") ? 7 : wrong;
}
