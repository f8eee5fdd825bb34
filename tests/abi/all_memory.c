// omp_all_memory as gcc 13 passes it, which gcc 12 cannot: out or inout of address 0, plainly or by a depobj.
// heddle-only: libgomp 12 takes it for an address
#include <stdint.h>

#include "gomp_abi.h"

typedef struct {
  int* age;
  int expected;
} Step;

static void look(void* argument) {
  const Step* step = argument;
  CHECK_EQ(*step->age, step->expected);
}

static void grow(void* argument) {
  const Step* step = argument;
  CHECK_EQ(*step->age, step->expected);
  ++*step->age;
}

static void await_gate(void* argument) {
  while (!PEEK(**(int**)argument)) sched_yield();
}

static void make(Body body, const void* argument, long bytes, void** depend) {
  GOMP_task(body, (void*)argument, NULL, bytes, 8, 1, k_flag_depend, depend, 0, NULL);
}

// Readers and writers of other addresses between tasks that name all memory, in the three forms there are.
static void in_order(void) {
  static int age, data[30];
  uintptr_t object[2] = {0, 3};  // address 0, inout
  for (int round = 0; round < 30; round++) {
    const Step step = {&age, round};
    for (int i = 0; i < 30; i++) {
      void* reads[] = {NULL, (void*)1L, NULL, NULL, (void*)1L, &data[i]};
      void* writes[] = {(void*)1L, (void*)1L, &data[i]};
      void* excludes[] = {NULL, (void*)1L, NULL, (void*)1L, NULL, &data[i / 2]};
      make(look, &step, sizeof step, i % 3 == 0 ? reads : i % 3 == 1 ? writes : excludes);
    }
    void* plain[] = {(void*)2L, (void*)2L, &data[3], NULL};
    void* counted[] = {NULL, (void*)2L, (void*)1L, (void*)1L, NULL, NULL, &data[5]};
    void* by_object[] = {NULL, (void*)2L, NULL, NULL, (void*)1L, &data[7], object};
    make(grow, &step, sizeof step, round % 3 == 0 ? plain : round % 3 == 1 ? counted : by_object);
  }
  GOMP_taskwait();
  CHECK_EQ(age, 30);
}

// An earlier sibling waits for what the creator does next.
static void creator_goes_on(void) {
  static int gate, age, x;
  int* const where = &gate;
  void* writes[] = {(void*)1L, (void*)1L, &x};
  void* all[] = {(void*)1L, (void*)1L, NULL};
  gate = omp_get_num_threads() == 1;
  const Step step = {&age, 0};
  make(await_gate, &where, sizeof where, writes);
  make(grow, &step, sizeof step, all);
  POKE(gate, 1);
  GOMP_taskwait_depend(all);
  CHECK_EQ(age, 1);
}

// Reading address 0 is no more than that: later tasks need not wait for it.
static void reading_nothing(void) {
  static int age;
  void* reads[] = {NULL, (void*)1L, NULL, NULL, (void*)1L, NULL};
  for (int i = 0; i < 10; i++) {
    const Step step = {&age, 0};
    make(look, &step, sizeof step, reads);
  }
  GOMP_taskwait();
}

static void body(void* unused) {
  (void)unused;
  if (!GOMP_single_start()) return;
  in_order();
  creator_goes_on();
  reading_nothing();
}

int main(void) {
  GOMP_parallel(body, NULL, 0, 0);
  return check_result();
}
