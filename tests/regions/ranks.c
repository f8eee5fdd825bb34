/* ranks: what a program over several ranks can meet. run.py says how each ends.
 *
 *   ranks WHAT
 *
 * spread, tables, again, everywhere, moves, many, computes, forks, starts: something that works, "passed" on rank 0.
 * The others: one rank dies, or is stopped, or calls wrongly, within a task on another rank than 0, or after the run;
 * or addresses are taken before the ranks meet. */
#define _GNU_SOURCE
#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { k_main, k_task, k_second, k_more };
enum { TASKS = 48, MANY = 2500, SPAWNERS = 2 };

static const char* what;
static const char* program;
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

/* A child is no rank: it may run tasks by itself, and its end is its own. */
static void start_alone(void) {}
static func_t table_alone[] = {(func_t)start_alone};
static void fork_one(void) {
  int status = 1;
  pid_t child = fork();
  if (child == 0) exit(myrmics_run(table_alone, NULL, 0) == 0 ? 0 : 3);
  check(child > 0 && waitpid(child, &status, 0) == child && status == 0, "a child of fork ends by itself");
}
/* Nor is a program that a rank starts. */
static void start_one(void) {
  char words[4096];
  snprintf(words, sizeof words, "exec timeout 15 '%s' alone", program);
  check(system(words) == 0, "a program that a rank starts runs alone");
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
  if (own_rank() != 0 && object->value > TASKS - 8 && is("forks")) fork_one();
  if (own_rank() != 0 && object->value > TASKS - 12 && is("starts")) start_one();
  if (spawns) spawn_many(object);
}
static void second(Object* object) { object->value *= 2; }

static void start(void) {
  Object* objects[TASKS];
  rid_t region[TASKS];
  long i, others = 0;
  if (is("forks")) fork_one();
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

/* Short runs, whose tables lie on the stack at one place: every worker is to take each run's own. */
enum { RUNS = 60, SHORT = 8 };
static void set_one(long* number) { *number = 1; }
static void set_two(long* number) { *number = 2; }
static long wanted;
static void start_short(void) {
  long* numbers[SHORT];
  int i;
  for (i = 0; i < SHORT; i++) {
    void* word = numbers[i] = (long*)sys_alloc(sizeof(long), 0);
    unsigned type = TYPE_INOUT_ARG;
    sys_spawn(1, &word, &type, 1);
  }
  for (i = 0; i < SHORT; i++) {
    sys_wait_on((void**)&numbers[i], 1);
    check(*numbers[i] == wanted, "each run has its own table");
  }
}
static void run_short(void (*set)(long*), long number) {
  func_t short_table[2];
  short_table[0] = (func_t)start_short;
  short_table[1] = (func_t)set;
  wanted = number;
  myrmics_run_everywhere(short_table, NULL, 0);
}

static void start_idle(void) { sleep(5); }
static func_t idle_table[] = {(func_t)start_idle};
static void* end_from_thread(void* nothing) {
  sleep(3);
  exit(0);
  return nothing;
}

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
  program = words[0];
  if (is("tables")) {
    myrmics_run_everywhere(table, NULL, 0);
    myrmics_run(other_table, NULL, 0);
  } else if (is("again")) {
    myrmics_run(table, NULL, 0);
    myrmics_run(other_table, NULL, 0);
  } else if (is("stack")) {
    func_t own[] = {(func_t)start_other, (func_t)add_ten};
    myrmics_run(table, NULL, 0);
    myrmics_run(own, NULL, 0);
  } else if (is("everywhere")) {
    int i;
    for (i = 0; i < RUNS; i++) run_short(i % 2 != 0 ? set_two : set_one, 1 + i % 2);
  } else if (is("computes") || is("stops")) {
    myrmics_run_everywhere(table, NULL, 0);
    if (own_rank() == 1 && is("stops")) raise(SIGSTOP);
    if (own_rank() == 1) sleep(8);
    if (own_rank() == 1) return 0;
  } else if (is("thread")) {
    pthread_t thread;
    if (own_rank() == 1) pthread_create(&thread, NULL, end_from_thread, NULL);
    myrmics_run(idle_table, NULL, 0);
  } else if (is("alone")) {
    return myrmics_run(table_alone, NULL, 0);
  } else {
    myrmics_run(table, NULL, 0);
  }
  if (is("everywhere") && own_rank() != 0) return wrong;
  puts(wrong ? "failed" : "passed");
  return is("status") ? 7 : wrong;
}
