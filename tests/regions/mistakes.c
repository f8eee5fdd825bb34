/* mistakes: each ends the program with one line on standard error, or comes to the program's handler, and then the call
 * has done nothing. run.py reads the texts, as patterns, and runs each both ways.
 *
 *   mistakes NAME [handled] */
#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>
#include <stdlib.h>
#include <string.h>

enum { k_main, k_nothing, k_null, k_child, k_reader };

typedef struct Mistake {
  const char* name;
  void (*make)(void);
} Mistake;
static const char* wanted;
static int came;

static void handler(int code, const char* text, const char* file, int line) {
  came++;
  printf("%s [%s:%d] code %d\n", text, file == NULL ? "" : file, line, code);
}
static void expect(int nothing_done) {
  if (!nothing_done) printf("but something was done\n");
}

/* MISTAKE(name, "pattern of the line"): the body that makes it. */
#define MISTAKE(name, pattern) static void name(void)

MISTAKE(region_1, "sys_alloc: region 1 .*mistakes.c:[0-9]+") { expect(sys_alloc(64, 1) == NULL); }
MISTAKE(region_unknown, "sys_ralloc: region 4611686018427387905 .*mistakes.c:") {
  expect(sys_ralloc(4611686018427387905u, 0) == 0);
}
MISTAKE(region_freed, "sys_alloc: region [0-9]+ was freed at .*mistakes.c:[0-9]+") {
  const rid_t region = sys_ralloc(0, 0);
  sys_rfree(region);
  expect(sys_alloc(64, region) == NULL);
}
MISTAKE(region_freed_twice, "sys_rfree: region [0-9]+ was freed at") {
  const rid_t region = sys_ralloc(0, 0);
  sys_rfree(region);
  sys_rfree(region);
}
MISTAKE(parent_freed, "sys_ralloc: region [0-9]+ was freed") {
  const rid_t region = sys_ralloc(0, 0);
  sys_rfree(region);
  expect(sys_ralloc(region, 0) == 0);
}
MISTAKE(root_freed, "sys_rfree: region 0") { sys_rfree(0); }
MISTAKE(level, "sys_ralloc: level -1") { expect(sys_ralloc(0, -1) == 0); }
MISTAKE(too_large, "sys_alloc: .*bytes.*HEDDLE_REGION_SPACE") { expect(sys_alloc((size_t)1 << 50, 0) == NULL); }
MISTAKE(balloc_count, "sys_balloc: 0 objects") {
  void* object = NULL;
  sys_balloc(64, 0, 0, &object);
  expect(object == NULL);
}
MISTAKE(balloc_size, "sys_balloc: .*0 bytes") {
  void* object = NULL;
  sys_balloc(0, 0, 1, &object);
  expect(object == NULL);
}
MISTAKE(balloc_null, "sys_balloc: .*null") { sys_balloc(64, 0, 1, NULL); }
MISTAKE(free_inside, "sys_free: .*inside the object.*bytes") { sys_free((char*)sys_alloc(256, 0) + 64); }
MISTAKE(free_misaligned, "sys_free: ") { sys_free((char*)sys_alloc(256, 0) + 3); }
MISTAKE(free_foreign, "sys_free: ") {
  static int elsewhere;
  sys_free(&elsewhere);
}
MISTAKE(free_twice, "sys_free: .*freed") {
  void* object = sys_alloc(64, 0);
  sys_free(object);
  sys_free(object);
}
MISTAKE(realloc_foreign, "sys_realloc: ") {
  static int elsewhere;
  expect(sys_realloc(&elsewhere, 64, 0) == NULL);
}
MISTAKE(null_body, "sys_spawn: entry 2 of the table is null") { sys_spawn(k_null, NULL, NULL, 0); }
MISTAKE(null_arguments, "sys_spawn: .*null") { sys_spawn(k_nothing, NULL, NULL, 2); }
MISTAKE(unknown_bits, "sys_spawn: argument 1 .*unknown") {
  void* word = sys_alloc(64, 0);
  unsigned type = 1u << 20 | SYS_TYPE_IN_ARG;
  sys_spawn(k_nothing, &word, &type, 1);
}
MISTAKE(region_bit_on_address, "sys_spawn: argument 1.*region") {
  void* word = sys_alloc(64, 0);
  unsigned type = SYS_TYPE_IN_ARG | SYS_TYPE_REGION;
  sys_spawn(k_nothing, &word, &type, 1);
}
MISTAKE(no_region_bit, "sys_spawn: argument 1.*region") {
  void* word = (void*)(uintptr_t)sys_ralloc(0, 0);
  unsigned type = SYS_TYPE_IN_ARG;
  sys_spawn(k_nothing, &word, &type, 1);
}
MISTAKE(root_argument, "sys_spawn: argument 1 is region 0") {
  void* word = NULL;
  unsigned type = SYS_TYPE_IN_ARG | SYS_TYPE_REGION;
  sys_spawn(k_nothing, &word, &type, 1);
}
MISTAKE(outside_footprint, "sys_spawn: .*mistakes.c:[0-9]+.*mistakes.c:[0-9]+") {
  void* words[2] = {sys_alloc(64, 0), sys_alloc(64, 0)};
  unsigned types[2] = {SYS_TYPE_INOUT_ARG, SYS_TYPE_BYVALUE_ARG};
  sys_spawn(k_child, words, types, 2);
  sys_wait_on(words, 1);
}
MISTAKE(write_under_read, "sys_spawn: .*mistakes.c:[0-9]+.*mistakes.c:[0-9]+") {
  void* word = sys_alloc(64, 0);
  unsigned type = SYS_TYPE_IN_ARG;
  sys_spawn(k_reader, &word, &type, 1);
  sys_wait(&word, &type, 1);
}
MISTAKE(free_in_use, "sys_rfree: .*mistakes.c:[0-9]+") {
  const rid_t region = sys_ralloc(0, 0);
  void* word = (void*)(uintptr_t)region;
  unsigned type = SYS_TYPE_INOUT_ARG | SYS_TYPE_REGION;
  sys_spawn(k_nothing, &word, &type, 1);
  sys_rfree(region);
  sys_wait(&word, &type, 1);
}
/* Looked at under HEDDLE_VERIFY, which run.py sets for these. */
MISTAKE(verify_safe, "sys_spawn: argument 2 is safe, and no other argument covers the object .* to write it") {
  const rid_t regions[2] = {sys_ralloc(0, 0), sys_ralloc(0, 0)};
  void* words[] = {(void*)(uintptr_t)regions[0], sys_alloc(64, regions[1])};
  unsigned types[] = {SYS_TYPE_INOUT_ARG | SYS_TYPE_REGION, SYS_TYPE_INOUT_ARG | SYS_TYPE_SAFE};
  sys_spawn(k_nothing, words, types, 2);
}
MISTAKE(verify_safe_write, "sys_spawn: argument 2 is safe, and no other argument covers region .* to write it") {
  const rid_t around = sys_ralloc(0, 0);
  void* words[] = {(void*)(uintptr_t)around, (void*)(uintptr_t)sys_ralloc(around, 0)};
  unsigned types[] = {SYS_TYPE_IN_ARG | SYS_TYPE_REGION, SYS_TYPE_OUT_ARG | SYS_TYPE_SAFE | SYS_TYPE_REGION};
  sys_spawn(k_nothing, words, types, 2); /* refused */
  types[0] = SYS_TYPE_INOUT_ARG | SYS_TYPE_REGION;
  sys_spawn(k_nothing, words, types, 2); /* covered */
}

/* Made before the run, and behind it; and a run in a run. */
static func_t* tasks_table;
MISTAKE(before_the_run, "sys_alloc: the caller is no task.*mistakes.c:[0-9]+") { expect(sys_alloc(64, 0) == NULL); }
MISTAKE(behind_the_run, "sys_spawn: the caller is no task.*mistakes.c:[0-9]+") { sys_spawn(k_nothing, NULL, NULL, 0); }
MISTAKE(second_run, "myrmics_run: a run is under way, ") { expect(myrmics_run(tasks_table, NULL, 0) != 0); }

static const Mistake mistakes[] = {
#define ROW(name) {#name, name}
    ROW(region_1),
    ROW(region_unknown),
    ROW(region_freed),
    ROW(region_freed_twice),
    ROW(parent_freed),
    ROW(root_freed),
    ROW(level),
    ROW(too_large),
    ROW(balloc_count),
    ROW(balloc_size),
    ROW(balloc_null),
    ROW(free_inside),
    ROW(free_misaligned),
    ROW(free_foreign),
    ROW(free_twice),
    ROW(realloc_foreign),
    ROW(null_body),
    ROW(null_arguments),
    ROW(unknown_bits),
    ROW(region_bit_on_address),
    ROW(no_region_bit),
    ROW(root_argument),
    ROW(outside_footprint),
    ROW(write_under_read),
    ROW(free_in_use),
    ROW(second_run),
    ROW(verify_safe),
    ROW(verify_safe_write)};

static void main_task(void) {
  size_t i;
  for (i = 0; i < sizeof mistakes / sizeof mistakes[0]; i++)
    if (strcmp(mistakes[i].name, wanted) == 0) mistakes[i].make();
}
static void nothing(void* word) {
  volatile long i;
  for (i = 0; i < 10000000 && word != NULL; i++) {
  }
}
static void child(void* own, void* foreign) {
  unsigned type = SYS_TYPE_INOUT_ARG;
  (void)own;
  sys_spawn(k_nothing, &foreign, &type, 1);
}
static void reader(void* object) {
  unsigned type = SYS_TYPE_INOUT_ARG;
  sys_spawn(k_nothing, &object, &type, 1);
}
static func_t table[] = {(func_t)main_task, (func_t)nothing, NULL, (func_t)child, (func_t)reader};

int main(int count, char** values) {
  wanted = count > 1 ? values[1] : "";
  tasks_table = table;
  if (count > 2) myrmics_on_error(handler);
  if (strcmp(wanted, "before_the_run") == 0) before_the_run();
  if (myrmics_run(table, NULL, 0) != 0) return 5;
  if (strcmp(wanted, "behind_the_run") == 0) behind_the_run();
  return came == 1 ? 0 : 6;
}
