// Old binaries: combined parallel loops, the loop already begun when the body runs, in both generations of the call.
#include "gomp_abi.h"

enum { k_trips = 211 };
static int hits[k_trips];

#define BODY(name)                                                 \
  static void body_##name(void* step) {                            \
    long begin, end;                                               \
    while (GOMP_loop_##name##_next(&begin, &end))                  \
      for (long i = begin; i < end; i += (long)step) HIT(hits[i]); \
    GOMP_loop_end_nowait();                                        \
  }
BODY(static)
BODY(dynamic)
BODY(guided)
BODY(runtime)
BODY(nonmonotonic_dynamic)
BODY(nonmonotonic_guided)
BODY(nonmonotonic_runtime)
BODY(maybe_nonmonotonic_runtime)

static void check_hits(long step, const char* call) {
  int wrong = 0;
  for (int i = 0; i < k_trips; i++) wrong += hits[i] != (i % step == 0);
  if (wrong && check_count_failure()) printf("%s, step %ld: %d iterations wrong\n", call, step, wrong);
  memset(hits, 0, sizeof hits);
}

#define OLD(name, ...)                                                                             \
  GOMP_parallel_loop_##name##_start(body_##name, (void*)step, 3, 0, k_trips, step, ##__VA_ARGS__); \
  body_##name((void*)step);                                                                        \
  GOMP_parallel_end();                                                                             \
  check_hits(step, "GOMP_parallel_loop_" #name "_start");

#define NEW(name, ...)                                                                        \
  GOMP_parallel_loop_##name(body_##name, (void*)step, 3, 0, k_trips, step, ##__VA_ARGS__, 0); \
  check_hits(step, "GOMP_parallel_loop_" #name);

static void every_call(long step, long chunk) {
  OLD(static, chunk)
  OLD(static, 0L)
  OLD(dynamic, chunk)
  OLD(guided, chunk)
  OLD(runtime)
  NEW(static, chunk)
  NEW(static, 0L)
  NEW(dynamic, chunk)
  NEW(guided, chunk)
  NEW(nonmonotonic_dynamic, chunk)
  NEW(nonmonotonic_guided, chunk)
  NEW(runtime)
  NEW(nonmonotonic_runtime)
  NEW(maybe_nonmonotonic_runtime)
}

int main(void) {
  for (int kind = 1; kind <= 4; kind++) {
    omp_set_schedule((omp_sched_t)kind, 2);
    every_call(1, 1);
    every_call(1, 10);
    every_call(3, 4);
  }
  return check_result();
}
