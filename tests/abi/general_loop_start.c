// GOMP_loop_start and its unsigned long long twin: every schedule number, monotonic bit, and zeroed memory for the
// construct.
#include "gomp_abi.h"

enum { k_trips = 120 };
static int hits[k_trips];

static truth next(long schedule, long* begin, long* end) {
  switch (schedule & 7) {
    case 1:
      return GOMP_loop_static_next(begin, end);
    case 2:
      return GOMP_loop_dynamic_next(begin, end);
    case 3:
      return GOMP_loop_guided_next(begin, end);
    default:
      return GOMP_loop_runtime_next(begin, end);
  }
}

static truth next_ull(long schedule, ull* begin, ull* end) {
  switch (schedule & 7) {
    case 1:
      return GOMP_loop_ull_static_next(begin, end);
    case 2:
      return GOMP_loop_ull_dynamic_next(begin, end);
    case 3:
      return GOMP_loop_ull_guided_next(begin, end);
    default:
      return GOMP_loop_ull_runtime_next(begin, end);
  }
}

static void check_hits(long schedule) {
  for (int i = 0; i < k_trips; i++) {
    if (hits[i] != 1 && check_count_failure())
      printf("schedule %lx: iteration %d ran %d times\n", schedule, i, hits[i]);
    hits[i] = 0;
  }
}

static void body(void* argument) {
  long schedule = (long)argument, begin, end;
  void* memory = (void*)64L;  // in: bytes wanted; out: the team's common zeroed memory
  if (GOMP_loop_start(0, k_trips, 1, schedule, 3, &begin, &end, NULL, &memory)) do
      for (long i = begin; i < end; i++) HIT(hits[i]);
    while (next(schedule, &begin, &end));
  int* counter = memory;
  HIT(counter[0]);
  CHECK_EQ(counter[15], 0);
  GOMP_barrier();
  CHECK_EQ(PEEK(counter[0]), omp_get_num_threads());
  GOMP_barrier();
  GOMP_loop_end();
  if (GOMP_single_start()) check_hits(schedule);
  GOMP_barrier();
  ull first, last;
  if (GOMP_loop_ull_start(0, k_trips, 0, (ull)-1, schedule, 3, &first, &last, NULL, NULL)) do
      for (ull i = first; i > last; i--) HIT(hits[i - 1]);
    while (next_ull(schedule, &first, &last));
  GOMP_loop_end();
  if (GOMP_single_start()) check_hits(schedule);
}

int main(void) {
  for (long schedule = 0; schedule <= 3; schedule++) {
    GOMP_parallel(body, (void*)schedule, 0, 0);
    GOMP_parallel(body, (void*)(schedule | 1L << k_monotonic_bit), 0, 0);
  }
  for (int kind = 1; kind <= 4; kind++) {
    omp_set_schedule((omp_sched_t)kind, 2);
    GOMP_parallel(body, NULL, 0, 0);
  }
  return check_result();
}
