// Tasks with large arguments and many depend items are deferred, excluded, and detached like any other.
#include "check.h"

typedef struct {
  char bytes[5000];
} Large;
typedef struct {
  char bytes[100000];
} Huge;
typedef struct {
  int value[10];
  _Alignas(128) char line[128];
} Aligned;

#define FIVE(of) of[0], of[1], of[2], of[3], of[4]

// Its predecessor waits for what the creator does next.
static void deferred(void) {
  int x[6] = {0}, gate = 0, ran = 0;
  Large large;
  memset(&large, 7, sizeof large);
#pragma omp task depend(out : x[0]) shared(gate)
  while (!PEEK(gate)) sched_yield();
#pragma omp task depend(inout : FIVE(x)) depend(in : x[5]) firstprivate(large) shared(ran, gate)
  {
    CHECK_EQ(PEEK(gate), 1);
    CHECK_EQ(large.bytes[4999], 7);
    HIT(ran);
  }
  memset(&large, 8, sizeof large);
  POKE(gate, 1);
#pragma omp taskwait
  CHECK_EQ(ran, 1);
}

static void excluded(void) {
  int x[6] = {0}, count = 0, inside = 0;
  Large large = {{0}};
  for (int i = 0; i < 60; i++) {
    large.bytes[4000] = (char)i;
#pragma omp task depend(mutexinoutset : FIVE(x)) firstprivate(large, i) shared(count, inside)
    {
      CHECK_ALONE(inside);
      CHECK_EQ(large.bytes[4000], (char)i);
      count++;
    }
#pragma omp task depend(mutexinoutset : x[1]) shared(count, inside)
    {
      CHECK_ALONE(inside);
      count++;
    }
  }
#pragma omp taskwait
  CHECK_EQ(count, 120);
}

// What comes after it comes after its event.
static void detached(void) {
  for (int round = 0; round < 20; round++) {
    int x[6] = {0}, happened = 0, body = 0;
    omp_event_handle_t event;
    Large large = {{3}};
#pragma omp task depend(inout : FIVE(x)) firstprivate(large) shared(body) detach(event)
    POKE(body, large.bytes[0]);
#pragma omp task depend(in : x[2]) shared(happened, body)
    {
      CHECK_EQ(PEEK(happened), 1);
      CHECK_EQ(PEEK(body), 3);
    }
    for (int i = 0; i < 50; i++) sched_yield();
    POKE(happened, 1);
    omp_fulfill_event(event);
#pragma omp taskwait
  }
}

static void huge_and_aligned(void) {
  static int data[400];
  int order = 0;
  Huge huge;
  Aligned aligned;
  memset(&huge, 1, sizeof huge);
  memset(&aligned, 2, sizeof aligned);
  for (int i = 0; i < 20; i++) {
    huge.bytes[i * 5000] = (char)(40 + i);
    aligned.value[3] = i;
#pragma omp task depend(iterator(n = 0 : 400), inout : data[n]) firstprivate(huge, aligned, i) shared(order)
    {
      CHECK_EQ(order, i);
      CHECK_EQ(huge.bytes[i * 5000], 40 + i);
      CHECK_EQ(huge.bytes[99999], 1);
      CHECK_EQ(aligned.value[3], i);
      CHECK_EQ(aligned.line[127], 2);
      order++;
    }
  }
#pragma omp task depend(in : data[399], data[0], data[17]) firstprivate(huge) shared(order)
  CHECK_EQ(order, 20);
#pragma omp taskwait
  CHECK_EQ(order, 20);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  {
    if (omp_get_num_threads() > 1) deferred();  // alone, the creator runs a task before it goes on
    excluded();
    detached();
    huge_and_aligned();
  }
  return check_result();
}
