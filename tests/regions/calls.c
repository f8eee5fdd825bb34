/* calls: every call of myrmics.h, its degenerate uses too; order; overlap; waits; volume. Prints "passed". */
#define MYRMICS_NO_COMPAT_NAMES
#include <myrmics.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  IN = SYS_TYPE_IN_ARG,
  OUT = SYS_TYPE_OUT_ARG,
  INOUT = SYS_TYPE_INOUT_ARG,
  VALUE = SYS_TYPE_BYVALUE_ARG,
  REGION = SYS_TYPE_REGION
};
enum {
  k_main,
  k_append,
  k_words,
  k_many,
  k_variadic,
  k_meet,
  k_descend,
  k_whole,
  k_grow,
  k_drop,
  k_count,
  k_independent,
  k_mute,
  k_nest,
  k_delegate
};

static int failures;
#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      failures++;                                                    \
    }                                                                \
  } while (0)

static void wait_word(uintptr_t word, unsigned type) {
  void* words = (void*)word;
  sys_wait(&words, &type, 1);
}
static void spawn2(unsigned index, uintptr_t one, unsigned type, uintptr_t other) {
  void* words[2];
  unsigned types[2];
  words[0] = (void*)one, words[1] = (void*)other;
  types[0] = type, types[1] = VALUE;
  sys_spawn(index, words, types, 2);
}

/* 1: memory. */
static void check_memory(void) {
  const rid_t region = sys_ralloc(0, 0);
  void* objects[100];
  size_t sizes[] = {1, 63, 64, 65, 4096, 5000, 100000, 3 << 20};
  char* object;
  int i, round;
  CHECK(region % 2 == 1 && region >= 3);
  CHECK(sys_alloc(0, region) == NULL);
  for (i = 0; i < 8; i++) {
    object = (char*)sys_alloc(sizes[i], region);
    CHECK(object != NULL && (uintptr_t)object % 64 == 0);
    memset(object, i, (sizes[i] + 63) / 64 * 64);
    sys_free(object);
  }
  sys_free(NULL);
  sys_balloc(200, region, 100, objects);
  for (i = 0; i < 100; i++) memset(objects[i], i, 256);
  for (i = 0; i < 100; i++) CHECK(((unsigned char*)objects[i])[255] == i);
  for (i = 0; i < 100; i += 2) sys_free(objects[i]);
  for (i = 1; i < 100; i += 2) CHECK(((unsigned char*)objects[i])[0] == i);
  object = (char*)sys_realloc(NULL, 100, region);
  memset(object, 7, 128);
  CHECK(sys_realloc(object, 100, region) == object);
  object = (char*)sys_realloc(object, 100000, region);
  for (i = 0; i < 100; i++) CHECK(object[i] == 7);
  object = (char*)sys_realloc(object, 50, 0); /* smaller, and to another region */
  for (i = 0; i < 50; i++) CHECK(object[i] == 7);
  CHECK(sys_realloc(object, 0, 0) == NULL);
  for (round = 0; round < 5000; round++) {
    const rid_t inner = sys_ralloc(region, 0);
    char* one = (char*)sys_alloc(64, inner);
    one[0] = 1;
    if (round % 2) sys_free(one);
    if (round % 3) sys_rfree(inner);
  }
  sys_rfree(region);
}

/* Arguments. */
static long seen_words[4];
static void words_task(long a, int b, void* c, unsigned long d) {
  seen_words[0] = a, seen_words[1] = b, seen_words[2] = c == NULL, seen_words[3] = (long)d;
}
static long many_sum;
static void many_task(long n, ...) {
  va_list list;
  long i, sum = 0;
  va_start(list, n);
  for (i = 0; i < n; i++) sum += va_arg(list, long) * (i + 1);
  va_end(list);
  many_sum = sum;
}
static void check_arguments(void) {
  void* words[400];
  unsigned types[400];
  long i, n, wanted;
  void* token = sys_alloc(64, 0);
  words[0] = (void*)(intptr_t)-5, words[1] = (void*)(intptr_t)-7, words[2] = NULL, words[3] = (void*)0x123456789abcdef0;
  words[4] = token;
  for (i = 0; i < 4; i++) types[i] = VALUE;
  types[2] = INOUT; /* a null object is a value */
  types[4] = INOUT;
  sys_spawn(k_words, words, types, 5);
  words[4] = NULL; /* the arrays are copied */
  sys_wait_on(&token, 1);
  CHECK(seen_words[0] == -5 && seen_words[1] == -7 && seen_words[2] == 1 && seen_words[3] == 0x123456789abcdef0);
  for (n = 0; n < 390; n += n < 12 ? 1 : 77) {
    wanted = 0;
    words[0] = (void*)n;
    types[0] = VALUE;
    for (i = 0; i < n; i++) {
      words[1 + i] = (void*)(i * i - 100);
      types[1 + i] = VALUE;
      wanted += (i * i - 100) * (i + 1);
    }
    words[n + 1] = token;
    types[n + 1] = INOUT;
    sys_spawn(k_many, words, types, (unsigned)n + 2);
    sys_wait_on(&token, 1);
    CHECK(many_sum == wanted);
  }
}

/* 2: order. */
static void append_task(long* object, long value) { object[0] = object[0] * 31 + value; }
static void whole_task(rid_t region, long** objects, long n) {
  long i;
  (void)region;
  for (i = 0; i < n; i++) objects[i][0] = objects[i][0] * 17 + 1;
}
static void descend_task(rid_t region, long* object, long depth) {
  object[0] = object[0] * 3 + depth;
  if (depth > 0) {
    void* words[3];
    unsigned types[3] = {INOUT | REGION, VALUE, VALUE};
    words[0] = (void*)(uintptr_t)region, words[1] = object, words[2] = (void*)(depth - 1);
    sys_spawn(k_descend, words, types, 3);
  }
}
static void check_order(void) {
  const rid_t region = sys_ralloc(0, 0);
  long* object = (long*)sys_alloc(sizeof(long), 0);
  long* objects[8];
  long i, wanted = 0, expected[8] = {0};
  object[0] = 0;
  for (i = 0; i < 5000; i++) {
    spawn2(k_append, (uintptr_t)object, INOUT, (uintptr_t)i);
    wanted = wanted * 31 + i;
  }
  wait_word((uintptr_t)object, IN);
  CHECK(object[0] == wanted);
  sys_balloc(sizeof(long), region, 8, (void**)objects);
  for (i = 0; i < 8; i++) objects[i][0] = 0;
  for (i = 0; i < 400; i++) { /* the region and its parts in turns */
    void* words[3];
    unsigned types[3] = {INOUT | REGION, VALUE, VALUE};
    words[0] = (void*)(uintptr_t)region, words[1] = objects, words[2] = (void*)8;
    spawn2(k_append, (uintptr_t)objects[i % 8], INOUT, (uintptr_t)i);
    expected[i % 8] = expected[i % 8] * 31 + i;
    if (i % 3 == 0) {
      long j;
      sys_spawn(k_whole, words, types, 3);
      for (j = 0; j < 8; j++) expected[j] = expected[j] * 17 + 1;
    }
  }
  wait_word(region, IN | REGION);
  for (i = 0; i < 8; i++) CHECK(objects[i][0] == expected[i]);
  {
    void* words[3];
    unsigned types[3] = {INOUT | REGION, VALUE, VALUE};
    words[0] = (void*)(uintptr_t)region, words[1] = objects[0], words[2] = (void*)1000;
    objects[0][0] = 0;
    sys_spawn(k_descend, words, types, 3);
    wait_word(region, INOUT | REGION);
    for (wanted = 0, i = 1000; i >= 0; i--) wanted = (long)((unsigned long)wanted * 3 + (unsigned long)i);
    CHECK(objects[0][0] == wanted);
  }
}

/* 3: two tasks that may overlap meet, where there are two workers. */
static int here;
static void meet_task(void* one, long other) {
  struct timespec begin, now;
  (void)one, (void)other;
  __atomic_add_fetch(&here, 1, __ATOMIC_SEQ_CST);
  clock_gettime(CLOCK_MONOTONIC, &begin);
  do {
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (__atomic_load_n(&here, __ATOMIC_SEQ_CST) < 2 && now.tv_sec - begin.tv_sec < 20);
  CHECK(__atomic_load_n(&here, __ATOMIC_SEQ_CST) >= 2);
}
static void check_pair(uintptr_t one, unsigned type, uintptr_t other, unsigned other_type) {
  here = 0;
  spawn2(k_meet, one, type, 0);
  spawn2(k_meet, other, other_type, 0);
  wait_word(one, INOUT | (type & REGION));
  wait_word(other, INOUT | (other_type & REGION));
  CHECK(here == 2);
}
/* Only hands on: what it was given, to one task each. */
static void delegate_task(rid_t region, void* one, void* other) {
  (void)region;
  spawn2(k_meet, (uintptr_t)one, INOUT, 0);
  if (other != NULL) spawn2(k_meet, (uintptr_t)other, INOUT, 0);
}
static void delegate(rid_t region, uintptr_t one, uintptr_t other) {
  void* words[3];
  unsigned types[3] = {INOUT | REGION | SYS_TYPE_NO_TRANSFER, VALUE, VALUE};
  words[0] = (void*)(uintptr_t)region, words[1] = (void*)one, words[2] = (void*)other;
  sys_spawn(k_delegate, words, types, 3);
}
static void check_overlap(void) {
  const rid_t region = sys_ralloc(0, 0), brother = sys_ralloc(0, 0), inner = sys_ralloc(region, 0);
  const uintptr_t deep = (uintptr_t)sys_alloc(64, inner), theirs = (uintptr_t)sys_alloc(64, brother);
  const uintptr_t a = (uintptr_t)sys_alloc(64, region), b = (uintptr_t)sys_alloc(64, region);
  if (sys_get_num_workers() < 2) return;
  check_pair(a, IN, a, IN);
  check_pair(a, INOUT, b, INOUT);
  check_pair(a, IN, region, IN | REGION);
  check_pair(region, IN | REGION, a, IN);
  check_pair(region, INOUT | REGION, brother, INOUT | REGION);
  check_pair(region, IN | REGION, region, IN | REGION);
  check_pair(inner, INOUT | REGION, a, INOUT);
  check_pair(inner, IN | REGION, region, IN | REGION);
  check_pair(deep, IN, region, IN | REGION);
  check_pair(deep, INOUT, a, IN);
  here = 0; /* children of one that only hands on, and of two */
  delegate(region, a, b);
  wait_word(region, INOUT | REGION);
  CHECK(here == 2);
  here = 0;
  delegate(region, deep, 0);
  delegate(brother, theirs, 0);
  wait_word(region, INOUT | REGION);
  wait_word(brother, INOUT | REGION);
  CHECK(here == 2);
}

/* 4: waits. */
static void mute_task(rid_t region, long* object) {
  long i;
  (void)region;
  for (i = 0; i < 20; i++) {
    const long before = object[0];
    spawn2(k_append, (uintptr_t)object, INOUT, (uintptr_t)i);
    wait_word((uintptr_t)object, i % 2 ? IN : INOUT);
    CHECK(object[0] == before * 31 + i);
  }
  sys_wait_on((void**)&object, 1); /* at once */
  sys_wait_on(NULL, 0);
}
static void nest_task(long* object, long depth) {
  if (depth > 0) {
    spawn2(k_nest, (uintptr_t)object, INOUT, (uintptr_t)(depth - 1));
    sys_wait_on((void**)&object, 1);
  }
  object[0]++;
}
static void check_waits(void) {
  const rid_t region = sys_ralloc(0, 0);
  long* object = (long*)sys_alloc(sizeof(long), region);
  object[0] = 0;
  spawn2(k_mute, region, INOUT | REGION, (uintptr_t)object);
  wait_word(region, IN | REGION);
  object[0] = 0;
  wait_word(region, INOUT | REGION);
  spawn2(k_nest, (uintptr_t)object, INOUT, 1000);
  wait_word((uintptr_t)object, IN);
  CHECK(object[0] == 1001);
}

/* Regions grown, read and dropped by tasks. */
typedef struct Link {
  struct Link* next;
} Link;
static void grow_task(rid_t region, Link** head) {
  Link* link = (Link*)sys_alloc(sizeof *link, region);
  link->next = *head;
  *head = link;
}
static void drop_task(rid_t region, rid_t inner) {
  (void)region;
  sys_rfree(inner);
}
static void check_growth(void) {
  const rid_t region = sys_ralloc(0, 0);
  Link** head = (Link**)sys_alloc(sizeof *head, region);
  const Link* link;
  long i, n = 0;
  *head = NULL;
  for (i = 0; i < 1000; i++) spawn2(k_grow, region, INOUT | REGION, (uintptr_t)head);
  wait_word(region, IN | REGION);
  for (link = *head; link != NULL; link = link->next) n++;
  CHECK(n == 1000);
  for (i = 0; i < 200; i++) {
    const rid_t inner = sys_ralloc(region, 0);
    sys_alloc(100, inner);
    spawn2(k_drop, region, INOUT | REGION, inner);
    wait_word(region, INOUT | REGION);
  }
  spawn2(k_drop, region, INOUT | REGION, region); /* its own argument */
}

/* 5: volume. */
static long counted;
static void count_task(long* object, long value) { (void)value, object[0]++; }
static void independent_task(void) { __atomic_add_fetch(&counted, 1, __ATOMIC_RELAXED); }
static int full; /* the volume of the specification, not a fifth or a tenth */
static void check_volume(void) {
  enum { OBJECTS = 64, DEEP = 1000 };
  const long TASKS = full ? 1000000 : 100000, REGIONS = full ? 100000 : 20000;
  long* objects[OBJECTS];
  rid_t region = 0;
  long i, sum = 0;
  for (i = 0; i < OBJECTS; i++) {
    objects[i] = (long*)sys_alloc(sizeof(long), 0);
    objects[i][0] = 0;
  }
  for (i = 0; i < TASKS; i++) {
    spawn2(k_count, (uintptr_t)objects[i % OBJECTS], INOUT, 0);
    if (i % 10 == 0) sys_spawn(k_independent, NULL, NULL, 0);
  }
  sys_wait_on((void**)objects, OBJECTS);
  for (i = 0; i < OBJECTS; i++) sum += objects[i][0];
  CHECK(sum == TASKS);
  for (i = 0; i < DEEP; i++) region = sys_ralloc(region, 0);
  objects[0] = (long*)sys_alloc(sizeof(long), region);
  objects[0][0] = 0;
  for (i = 0; i < 100; i++) spawn2(k_count, (uintptr_t)objects[0], INOUT, 0);
  wait_word((uintptr_t)objects[0], IN);
  CHECK(objects[0][0] == 100);
  for (i = 0; i < REGIONS; i++) sys_alloc(64, sys_ralloc(0, 0));
}

static void main_task(long answer) {
  CHECK(answer == 42);
  CHECK(sys_get_worker_id() == 0 && sys_get_num_workers() >= 1 && sys_get_num_schedulers() >= 1);
  check_memory();
  check_arguments();
  check_order();
  check_overlap();
  check_waits();
  check_growth();
  check_volume();
}
static func_t table[] = {(func_t)main_task, (func_t)append_task, (func_t)words_task,   (func_t)many_task,
                         (func_t)many_task, (func_t)meet_task,   (func_t)descend_task, (func_t)whole_task,
                         (func_t)grow_task, (func_t)drop_task,   (func_t)count_task,   (func_t)independent_task,
                         (func_t)mute_task, (func_t)nest_task,   (func_t)delegate_task};

/* calls [full] */
int main(int count, char** values) {
  void* word = (void*)42;
  int round;
  (void)values;
  full = count > 1;
  for (round = 0; round < 2; round++) CHECK(myrmics_run(table, &word, 1) == 0);
  CHECK(counted == (full ? 200000 : 20000));
  printf(failures ? "failed\n" : "passed\n");
  return failures != 0;
}
