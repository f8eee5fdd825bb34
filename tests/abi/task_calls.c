// GOMP_task with the old and new dependence forms, copy functions, alignment; GOMP_taskloop and its unsigned twin.
#include <stdint.h>

#include "gomp_abi.h"

static int log_of[300], filled, copies, runs;
static int hits[200];

static void note(void* argument) { log_of[filled++] = *(int*)argument; }

static void old_dependences(void) {
  int x = 0;
  filled = 0;
  for (int i = 0; i < 100; i++) {
    void* depend[] = {(void*)1L, (void*)1L, &x};  // one address, and it is written
    GOMP_task(note, &i, NULL, sizeof i, _Alignof(int), 1, k_flag_depend, depend, 0, NULL);
  }
  GOMP_taskwait();
  for (int i = 0; i < 100; i++) CHECK_EQ(log_of[i], i);
}

static void new_dependences(void) {
  int x = 0, y = 0;
  uintptr_t object[2] = {(uintptr_t)&y, 3};  // a depobj: address, and inout
  filled = 0;
  for (int i = 0; i < 100; i++) {
    // no old count, 2 addresses: 1 out or inout, 0 mutexinoutset, 0 in, the rest depobj
    void* depend[] = {NULL, (void*)2L, (void*)1L, NULL, NULL, &x, object};
    GOMP_task(note, &i, NULL, sizeof i, _Alignof(int), 1, k_flag_depend, depend, 0, NULL);
  }
  GOMP_taskwait();
  for (int i = 0; i < 100; i++) CHECK_EQ(log_of[i], i);
}

typedef struct {
  long first, last;  // written by taskloop
  _Alignas(128) char aligned[128];
} Loop;

static void copy(void* to, void* from) {
  memcpy(to, from, sizeof(Loop));
  HIT(copies);
}

static void check_copy(void* argument) {
  Loop* loop = argument;
  CHECK_EQ((uintptr_t)loop % 128, 0);
  CHECK_EQ(loop->aligned[127], 42);
  HIT(runs);
}

static void piece(void* argument) {
  Loop* loop = argument;
  CHECK_EQ(loop->aligned[127], 42);
  for (long i = loop->first; i < loop->last; i++) HIT(hits[i]);
}

static void piece_down(void* argument) {
  ull* loop = argument;
  for (ull i = loop[0]; i > loop[1]; i--) HIT(hits[i - 1]);
}

static void check_hits(void) {
  for (int i = 0; i < 200; i++) {
    CHECK_EQ(hits[i], 1);
    hits[i] = 0;
  }
}

static void body(void* unused) {
  (void)unused;
  if (!GOMP_single_start()) return;
  old_dependences();
  new_dependences();
  Loop loop = {0};
  loop.aligned[127] = 42;
  for (int i = 0; i < 50; i++) GOMP_task(check_copy, &loop, copy, sizeof loop, 128, i % 2, 0, NULL, 0, NULL);
  GOMP_taskyield();
  GOMP_taskwait();
  CHECK_EQ(runs, 50);
  CHECK_EQ(copies, 50);
  GOMP_taskgroup_start();
  GOMP_taskloop(piece, &loop, copy, sizeof loop, 128, k_flag_up | k_flag_if, 7, 0, 0, 200, 1);
  check_hits();
  GOMP_taskloop(piece, &loop, NULL, sizeof loop, 128, k_flag_up | k_flag_if | k_flag_grainsize, 13, 0, 0, 200, 1);
  GOMP_taskgroup_end();
  check_hits();
  ull bounds[2];
  GOMP_taskloop_ull(piece_down, bounds, NULL, sizeof bounds, _Alignof(ull), k_flag_if, 9, 0, 200, 0, (ull)-1);
  check_hits();
}

int main(void) {
  GOMP_parallel(body, NULL, 0, 0);
  return check_result();
}
