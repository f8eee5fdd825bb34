// A chunk so large that chunk times step leaves the type means one chunk, not an overflow.
// heddle-only: libgomp 12 multiplies chunk and step without looking and hands out wrong iterations
#include <limits.h>

#include "check.h"

static int hits[400];

#define HUGE_CHUNK(TYPE, FIRST, BOUND, STEP, ...)                     \
  do {                                                                \
    TYPE first = (FIRST), bound = (BOUND), step = (STEP);             \
    int wanted = 0, ran = 0;                                          \
    for (TYPE i = first; i < bound; i += step) wanted++;              \
    OMP(parallel for schedule(__VA_ARGS__) reduction(+ : ran))        \
    for (TYPE i = first; i < bound; i += step) {                      \
      ran++;                                                          \
      HIT(hits[(i - first) / step]);                                  \
    }                                                                 \
    CHECK_EQ(ran, wanted);                                            \
    for (int i = 0; i < 400; i++) CHECK_EQ(hits[i], i < wanted);      \
    memset(hits, 0, sizeof hits);                                     \
  } while (0)

#define EVERY_TYPE(...)                                                              \
  HUGE_CHUNK(int, 5, 1002, 3, __VA_ARGS__);                                          \
  HUGE_CHUNK(int, INT_MAX - 100, INT_MAX - 2, 7, __VA_ARGS__);                       \
  HUGE_CHUNK(unsigned, UINT_MAX - 100, UINT_MAX - 2, 7, __VA_ARGS__);                \
  HUGE_CHUNK(long long, LLONG_MAX - 100, LLONG_MAX - 2, 7, __VA_ARGS__);             \
  HUGE_CHUNK(long long, 0, LLONG_MAX / 101 * 99 + 1, LLONG_MAX / 101, __VA_ARGS__);  \
  HUGE_CHUNK(unsigned long long, ULLONG_MAX - 100, ULLONG_MAX - 2, 7, __VA_ARGS__);

int main(void) {
  long huge = LONG_MAX / 2, top = LONG_MAX;
  EVERY_TYPE(dynamic, huge)
  EVERY_TYPE(guided, huge)
  EVERY_TYPE(monotonic : dynamic, top)
  EVERY_TYPE(monotonic : guided, top)
  omp_set_schedule(omp_sched_dynamic, INT_MAX);
  EVERY_TYPE(runtime)
  return check_result();
}
