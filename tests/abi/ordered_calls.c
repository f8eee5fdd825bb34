// Every GOMP_loop_ordered_*_start and _next keeps the order of iterations, signed and unsigned long long.
#include "gomp_abi.h"

enum { k_trips = 90 };
static int sequence[k_trips + 1], filled;

static void append(int i) {
  GOMP_ordered_start();
  sequence[filled++ % k_trips] = i;
  GOMP_ordered_end();
}

static void check_order(const char* call) {
  int wrong = filled != k_trips;
  for (int i = 0; i < k_trips; i++) wrong += sequence[i] != i;
  if (wrong && check_count_failure()) printf("%s: %d wrong, %d entries\n", call, wrong, filled);
  filled = 0;
  memset(sequence, -1, sizeof sequence);
}

#define FINISH(call)                          \
  GOMP_loop_end();                            \
  if (GOMP_single_start()) check_order(call); \
  GOMP_barrier();

#define ORDERED(name, ...)                                                                                         \
  static void body_##name(void* unused) {                                                                          \
    (void)unused;                                                                                                  \
    long begin, end;                                                                                               \
    if (GOMP_loop_ordered_##name##_start(0, k_trips, 1, ##__VA_ARGS__, &begin, &end)) do                           \
        for (long i = begin; i < end; i++) append((int)i);                                                         \
      while (GOMP_loop_ordered_##name##_next(&begin, &end));                                                       \
    FINISH("GOMP_loop_ordered_" #name "_start")                                                                    \
    ull first, last;                                                                                               \
    if (GOMP_loop_ull_ordered_##name##_start(0, 2 * k_trips, k_trips, (ull) - 1, ##__VA_ARGS__, &first, &last)) do \
        for (ull i = first; i > last; i--) append((int)(2 * k_trips - i));                                         \
      while (GOMP_loop_ull_ordered_##name##_next(&first, &last));                                                  \
    FINISH("GOMP_loop_ull_ordered_" #name "_start")                                                                \
  }
ORDERED(static, 4)
ORDERED(dynamic, 3)
ORDERED(guided, 2)
ORDERED(runtime)

static void body_general(void* schedule) {
  long begin, end;
  if (GOMP_loop_ordered_start(0, k_trips, 1, (long)schedule, 2, &begin, &end, NULL, NULL)) do
      for (long i = begin; i < end; i++) append((int)i);
    while ((long)schedule == 1   ? GOMP_loop_ordered_static_next(&begin, &end)
           : (long)schedule == 2 ? GOMP_loop_ordered_dynamic_next(&begin, &end)
           : (long)schedule == 3 ? GOMP_loop_ordered_guided_next(&begin, &end)
                                 : GOMP_loop_ordered_runtime_next(&begin, &end));
  FINISH("GOMP_loop_ordered_start")
  ull first, last;
  if (GOMP_loop_ull_ordered_start(1, 0, k_trips, 1, (long)schedule, 2, &first, &last, NULL, NULL)) do
      for (ull i = first; i < last; i++) append((int)i);
    while ((long)schedule == 1   ? GOMP_loop_ull_ordered_static_next(&first, &last)
           : (long)schedule == 2 ? GOMP_loop_ull_ordered_dynamic_next(&first, &last)
           : (long)schedule == 3 ? GOMP_loop_ull_ordered_guided_next(&first, &last)
                                 : GOMP_loop_ull_ordered_runtime_next(&first, &last));
  FINISH("GOMP_loop_ull_ordered_start")
}

int main(void) {
  memset(sequence, -1, sizeof sequence);
  GOMP_parallel(body_static, NULL, 0, 0);
  GOMP_parallel(body_dynamic, NULL, 0, 0);
  GOMP_parallel(body_guided, NULL, 0, 0);
  for (int kind = 1; kind <= 4; kind++) {
    omp_set_schedule((omp_sched_t)kind, 3);
    GOMP_parallel(body_runtime, NULL, 0, 0);
    GOMP_parallel(body_general, NULL, 0, 0);
  }
  for (long schedule = 1; schedule <= 3; schedule++) GOMP_parallel(body_general, (void*)schedule, 0, 0);
  return check_result();
}
