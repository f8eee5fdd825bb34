/* selftest: spawning, tasks that take a while, readers beside writers, arrays that are checked, and objects and regions
 * that tasks free. Each part adds to the digest. */
#include "program.h"

enum { k_main, k_add, k_delay, k_read, k_fill, k_check, k_grow, k_prune, k_drop };

static void add(uint64_t* object, long value) { object[0] = digest_of((uint64_t)value, object[0]); }
static void delay(uint64_t* object, long rounds) {
  volatile long i;
  for (i = 0; i < rounds; i++) {
  }
  object[0] += (uint64_t)rounds;
}
static void reader(const uint64_t* object, uint64_t* seen, long value) {
  seen[0] += digest_of((uint64_t)value, object[0]);
}
static void fill(rid_t region, uint64_t** arrays, long count, long length, long seed) {
  long i, j;
  (void)region;
  for (i = 0; i < count; i++)
    for (j = 0; j < length; j++) arrays[i][j] = digest_of((uint64_t)(i * length + j), (uint64_t)seed);
}
static void check_array(const uint64_t* array, uint64_t* wrong, long first, long length, long seed) {
  long j;
  for (j = 0; j < length; j++) wrong[0] += array[j] != digest_of((uint64_t)(first + j), (uint64_t)seed);
}

/* A list in a region, to which tasks add and from which they take away. */
typedef struct Link {
  struct Link* next;
  uint64_t value;
} Link;
static void grow(rid_t region, Link** head, long first, long count) {
  long i;
  for (i = 0; i < count; i++) {
    Link* link = (Link*)sys_alloc(sizeof *link, region);
    link->value = number_at((uint64_t)(first + i));
    link->next = *head;
    *head = link;
  }
}
static void prune(rid_t region, Link** head) {
  Link** at = head;
  (void)region;
  while (*at != NULL) {
    Link* link = *at;
    if (link->value % 3 == 0) {
      *at = link->next;
      sys_free(link);
    } else {
      at = &link->next;
    }
  }
}
static void drop(rid_t region, rid_t inner, uint64_t* count) {
  (void)region;
  sys_rfree(inner);
  count[0]++;
}

static uint64_t spawning(long tasks) {
  uint64_t* object = (uint64_t*)sys_alloc(sizeof *object, 0);
  Arguments to = {0};
  long i;
  object[0] = 0;
  for (i = 0; i < tasks; i++) {
    pass_object(&to, INOUT, object);
    pass_value(&to, i);
    spawn(k_add, &to);
    if (i % 100 == 0) {
      pass_object(&to, INOUT, object);
      pass_value(&to, 1000);
      spawn(k_delay, &to);
    }
  }
  sys_wait_on((void**)&object, 1);
  return object[0];
}
/* A writer, then readers of the object and of its region, then a writer again. */
static uint64_t reading(long rounds) {
  const rid_t region = sys_ralloc(0, 0);
  uint64_t* object = (uint64_t*)sys_alloc(sizeof *object, region);
  uint64_t* seen[4];
  uint64_t sum = 0;
  Arguments to = {0};
  long i, r;
  object[0] = 1;
  for (r = 0; r < 4; r++) {
    seen[r] = (uint64_t*)sys_alloc(sizeof **seen, 0);
    seen[r][0] = 0;
  }
  for (i = 0; i < rounds; i++) {
    for (r = 0; r < 4; r++) {
      pass_object(&to, IN, object);
      pass_object(&to, INOUT, seen[r]);
      pass_value(&to, i);
      if (r % 2 == 1) pass_region(&to, IN, region);
      spawn(k_read, &to);
    }
    pass_object(&to, INOUT, object);
    pass_value(&to, i);
    spawn(k_add, &to);
  }
  sys_wait_on((void**)seen, 4);
  for (r = 0; r < 4; r++) sum += seen[r][0];
  wait_region(IN, region);
  return sum + object[0];
}
static uint64_t arrays(long count, long length, long rounds) {
  const rid_t region = sys_ralloc(0, 0);
  uint64_t** array = (uint64_t**)sys_alloc((size_t)count * sizeof *array, region);
  uint64_t* wrong = (uint64_t*)sys_alloc(sizeof *wrong, 0);
  Arguments to = {0};
  long i, r;
  sys_balloc((size_t)length * sizeof(uint64_t), region, (int)count, (void**)array);
  wrong[0] = 0;
  for (r = 0; r < rounds; r++) {
    pass_region(&to, INOUT, region);
    pass_value(&to, (intptr_t)array);
    pass_value(&to, count);
    pass_value(&to, length);
    pass_value(&to, r);
    spawn(k_fill, &to);
    for (i = 0; i < count; i++) {
      pass_object(&to, IN, array[i]);
      pass_object(&to, INOUT, wrong);
      pass_value(&to, i * length);
      pass_value(&to, length);
      pass_value(&to, r);
      spawn(k_check, &to);
    }
  }
  sys_wait_on((void**)&wrong, 1);
  if (wrong[0] != 0) printf("%llu elements are wrong\n", (unsigned long long)wrong[0]);
  return wrong[0];
}
static uint64_t freeing(long rounds) {
  const rid_t region = sys_ralloc(0, 0);
  Link** head = (Link**)sys_alloc(sizeof *head, region);
  uint64_t* count = (uint64_t*)sys_alloc(sizeof *count, region);
  uint64_t sum = 0;
  Arguments to = {0};
  const Link* link;
  long i;
  *head = NULL;
  count[0] = 0;
  for (i = 0; i < rounds; i++) {
    const rid_t inner = sys_ralloc(region, 0);
    sys_alloc(1000, inner);
    pass_region(&to, INOUT, region);
    pass_value(&to, (intptr_t)head);
    pass_value(&to, i * 10);
    pass_value(&to, 10);
    spawn(k_grow, &to);
    pass_region(&to, INOUT, region);
    pass_value(&to, (intptr_t)head);
    spawn(k_prune, &to);
    pass_region(&to, INOUT, region);
    pass_value(&to, (intptr_t)inner);
    pass_value(&to, (intptr_t)count);
    spawn(k_drop, &to);
    wait_region(INOUT, region);
  }
  for (link = *head; link != NULL; link = link->next) sum = digest_of(sum, link->value);
  return sum + count[0];
}

static void selftest_main(long tasks, long rounds) {
  uint64_t digest;
  begin_time();
  digest = spawning(tasks);
  digest += reading(rounds);
  digest += arrays(8, 500, rounds);
  digest += freeing(rounds);
  end_time();
  print_digest(digest);
}

static func_t table[] = {TASK(selftest_main), TASK(add),  TASK(delay), TASK(reader), TASK(fill),
                         TASK(check_array),   TASK(grow), TASK(prune), TASK(drop)};
PROGRAM(selftest, table, "tasks rounds", 2000, 20)
