// Every GOMP_loop_*_start and _next, signed and unsigned long long, upwards and downwards, with each way to end a loop.
#include "gomp_abi.h"

enum { k_trips = 150 };
static int hits[2 * k_trips];

static void check_hits(const char* call) {
  int wrong = 0;
  for (int i = 0; i < 2 * k_trips; i++) wrong += hits[i] != (i < k_trips || i >= 1000);
  if (wrong && check_count_failure()) printf("%s: %d iterations wrong\n", call, wrong);
  memset(hits, 0, sizeof hits);
}

#define WALK(name, START, STEP, END)                                      \
  do {                                                                    \
    long begin, end;                                                      \
    if (START) do                                                         \
        for (long i = begin; (STEP) > 0 ? i < end : i > end; i += (STEP)) \
          HIT(hits[(STEP) > 0 ? i / (STEP) : k_trips + i / (STEP) - 0]);  \
      while (GOMP_loop_##name##_next(&begin, &end));                      \
    END;                                                                  \
  } while (0)

#define WALK_ULL(name, START, UP, END)                                                                           \
  do {                                                                                                           \
    ull begin, end;                                                                                              \
    if (START) do                                                                                                \
        for (ull i = begin; (UP) ? i < end : i > end; (UP) ? i++ : i--) HIT(hits[(UP) ? i - k_top : k_top - i]); \
      while (GOMP_loop_ull_##name##_next(&begin, &end));                                                         \
    END;                                                                                                         \
  } while (0)

static const ull k_top = (ull)-1 - k_trips;  // upwards loops end at the type's last value

#define EVERY(name, ...)                                                                                               \
  static void body_##name(void* unused) {                                                                              \
    (void)unused;                                                                                                      \
    WALK(name, GOMP_loop_##name##_start(0, k_trips, 1, ##__VA_ARGS__, &begin, &end), 1, GOMP_loop_end());              \
    if (GOMP_single_start()) check_hits("GOMP_loop_" #name "_start");                                                  \
    GOMP_barrier();                                                                                                    \
    WALK(name, GOMP_loop_##name##_start(0, 7 * k_trips, 7, ##__VA_ARGS__, &begin, &end), 7, GOMP_loop_end_nowait());   \
    GOMP_barrier();                                                                                                    \
    if (GOMP_single_start()) check_hits("GOMP_loop_" #name "_start, step 7");                                          \
    GOMP_barrier();                                                                                                    \
    WALK(name, GOMP_loop_##name##_start(3 * k_trips - 3, -3, -3, ##__VA_ARGS__, &begin, &end), -3,                     \
         GOMP_loop_end_cancel());                                                                                      \
    if (GOMP_single_start()) {                                                                                         \
      for (int i = 0; i < k_trips; i++) hits[i] = hits[i + 1];                                                         \
      hits[k_trips] = 0;                                                                                               \
      check_hits("GOMP_loop_" #name "_start, step -3");                                                                \
    }                                                                                                                  \
    GOMP_barrier();                                                                                                    \
    WALK_ULL(name, GOMP_loop_ull_##name##_start(1, k_top, (ull) - 1, 1, ##__VA_ARGS__, &begin, &end), 1,               \
             GOMP_loop_end());                                                                                         \
    if (GOMP_single_start()) check_hits("GOMP_loop_ull_" #name "_start, up");                                          \
    GOMP_barrier();                                                                                                    \
    WALK_ULL(name, GOMP_loop_ull_##name##_start(0, k_top, k_top - k_trips, (ull) - 1, ##__VA_ARGS__, &begin, &end), 0, \
             GOMP_loop_end());                                                                                         \
    if (GOMP_single_start()) check_hits("GOMP_loop_ull_" #name "_start, down");                                        \
    GOMP_barrier();                                                                                                    \
    WALK(name, GOMP_loop_##name##_start(5, 5, 1, ##__VA_ARGS__, &begin, &end), 1, GOMP_loop_end());                    \
    WALK(name, GOMP_loop_##name##_start(9, 2, 1, ##__VA_ARGS__, &begin, &end), 1, GOMP_loop_end());                    \
    if (GOMP_single_start()) {                                                                                         \
      for (int i = 0; i < k_trips; i++) CHECK_EQ(hits[i], 0);                                                          \
    }                                                                                                                  \
    GOMP_barrier();                                                                                                    \
  }
EVERY(static, 4)
EVERY(dynamic, 3)
EVERY(guided, 2)
EVERY(nonmonotonic_dynamic, 5)
EVERY(nonmonotonic_guided, 1)
EVERY(runtime)
EVERY(nonmonotonic_runtime)
EVERY(maybe_nonmonotonic_runtime)

static void body_static_blocks(void* unused) {
  (void)unused;
  WALK(static, GOMP_loop_static_start(0, k_trips, 1, 0, &begin, &end), 1, GOMP_loop_end());
  if (GOMP_single_start()) check_hits("GOMP_loop_static_start, chunk 0");
  GOMP_barrier();
  WALK_ULL(static, GOMP_loop_ull_static_start(1, k_top, (ull)-1, 1, 0, &begin, &end), 1, GOMP_loop_end());
  if (GOMP_single_start()) check_hits("GOMP_loop_ull_static_start, chunk 0");
}

int main(void) {
  static const Body bodies[] = {
      body_static, body_dynamic, body_guided, body_nonmonotonic_dynamic, body_nonmonotonic_guided, body_static_blocks};
  static const Body runtime_bodies[] = {body_runtime, body_nonmonotonic_runtime, body_maybe_nonmonotonic_runtime};
  for (unsigned b = 0; b < sizeof bodies / sizeof *bodies; b++) {
    GOMP_parallel(bodies[b], NULL, 0, 0);
    GOMP_parallel(bodies[b], NULL, 1, 0);
  }
  for (int kind = 1; kind <= 4; kind++)
    for (int b = 0; b < 3; b++) {
      omp_set_schedule((omp_sched_t)kind, 3);
      GOMP_parallel(runtime_bodies[b], NULL, 0, 0);
    }
  return check_result();
}
