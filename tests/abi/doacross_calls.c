// Every GOMP_loop_doacross_*_start with wait and post carries a chain of values from iteration to iteration.
#include "gomp_abi.h"

enum { k_trips = 100 };
static long chain[k_trips];

static void check_chain(const char* call) {
  int wrong = 0;
  for (int i = 0; i < k_trips; i++) wrong += chain[i] != i + 1;
  if (wrong && check_count_failure()) printf("%s: %d links wrong\n", call, wrong);
  memset(chain, 0, sizeof chain);
}

static void link(long i) { chain[i] = i ? chain[i - 1] + 1 : 1; }

#define CHAIN(TYPE, PREFIX, wait, post, name, START, NEXT) \
  do {                                                     \
    TYPE counts[1] = {k_trips}, begin, end;                \
    if (START) do                                          \
        for (TYPE i = begin; i < end; i++) {               \
          if (i > 0) wait((TYPE)(i - 1));                  \
          link((long)i);                                   \
          TYPE done[1] = {i};                              \
          post(done);                                      \
        }                                                  \
      while (NEXT(&begin, &end));                          \
    GOMP_loop_end();                                       \
    if (GOMP_single_start()) check_chain(#name);           \
    GOMP_barrier();                                        \
  } while (0)

#define SIGNED(START, NEXT) CHAIN(long, , GOMP_doacross_wait, GOMP_doacross_post, START, START, NEXT)
#define UNSIGNED(START, NEXT) CHAIN(ull, , GOMP_doacross_ull_wait, GOMP_doacross_ull_post, START, START, NEXT)

static void body(void* unused) {
  (void)unused;
  SIGNED(GOMP_loop_doacross_static_start(1, counts, 3, &begin, &end), GOMP_loop_static_next);
  SIGNED(GOMP_loop_doacross_dynamic_start(1, counts, 2, &begin, &end), GOMP_loop_dynamic_next);
  SIGNED(GOMP_loop_doacross_guided_start(1, counts, 1, &begin, &end), GOMP_loop_guided_next);
  SIGNED(GOMP_loop_doacross_runtime_start(1, counts, &begin, &end), GOMP_loop_runtime_next);
  SIGNED(GOMP_loop_doacross_start(1, counts, 2, 2, &begin, &end, NULL, NULL), GOMP_loop_dynamic_next);
  UNSIGNED(GOMP_loop_ull_doacross_static_start(1, counts, 3, &begin, &end), GOMP_loop_ull_static_next);
  UNSIGNED(GOMP_loop_ull_doacross_dynamic_start(1, counts, 2, &begin, &end), GOMP_loop_ull_dynamic_next);
  UNSIGNED(GOMP_loop_ull_doacross_guided_start(1, counts, 1, &begin, &end), GOMP_loop_ull_guided_next);
  UNSIGNED(GOMP_loop_ull_doacross_runtime_start(1, counts, &begin, &end), GOMP_loop_ull_runtime_next);
  UNSIGNED(GOMP_loop_ull_doacross_start(1, counts, 3, 2, &begin, &end, NULL, NULL), GOMP_loop_ull_guided_next);
}

int main(void) {
  for (int kind = 1; kind <= 3; kind++) {
    omp_set_schedule((omp_sched_t)kind, 2);
    GOMP_parallel(body, NULL, 0, 0);
  }
  return check_result();
}
