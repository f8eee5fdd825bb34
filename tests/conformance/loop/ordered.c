// Ordered regions run in iteration order under every schedule, also when some iterations skip theirs.
#include "check.h"

static int sequence[300], filled;

static void check_sequence(int count, int first, int step) {
  CHECK_EQ(filled, count);
  for (int i = 0; i < count; i++) CHECK_EQ(sequence[i], first + i * step);
  filled = 0;
}

#define ORDERED(...)                                              \
  OMP(parallel for ordered schedule(__VA_ARGS__))                 \
  for (int i = 0; i < 200; i++) {                                 \
    OMP(ordered)                                                  \
    sequence[filled++] = i;                                       \
  }                                                               \
  check_sequence(200, 0, 1);                                      \
  OMP(parallel for ordered schedule(__VA_ARGS__))                 \
  for (unsigned long long i = 300; i > 100; i -= 2) {             \
    OMP(ordered threads)                                          \
    sequence[filled++] = (int)i;                                  \
  }                                                               \
  check_sequence(100, 300, -2);                                   \
  OMP(parallel for ordered schedule(__VA_ARGS__))                 \
  for (long i = 0; i < 120; i++)                                  \
    if (i % 3 == 1) {                                             \
      OMP(ordered)                                                \
      sequence[filled++] = (int)i;                                \
    }                                                             \
  check_sequence(40, 1, 3);                                       \
  OMP(parallel)                                                   \
  for (int round = 0; round < 3; round++) {                       \
    OMP(for ordered collapse(2) schedule(__VA_ARGS__) nowait)     \
    for (int i = 0; i < 10; i++)                                  \
      for (int j = 0; j < 10; j++) {                              \
        OMP(ordered)                                              \
        sequence[round * 100 + i * 10 + j] = ++filled, (void)0;   \
      }                                                           \
    OMP(barrier)                                                  \
  }                                                               \
  check_sequence(300, 1, 1);

int main(void) {
  ORDERED(static)
  ORDERED(static, 1)
  ORDERED(static, 7)
  ORDERED(dynamic)
  ORDERED(dynamic, 5)
  ORDERED(guided)
  ORDERED(guided, 3)
  ORDERED(runtime)
  omp_set_schedule(omp_sched_dynamic, 2);
  ORDERED(runtime)
  omp_set_schedule(omp_sched_guided, 2);
  ORDERED(runtime)
  omp_set_schedule(omp_sched_static, 2);
  ORDERED(runtime)
  ORDERED(auto)
  int zero = 0;
#pragma omp parallel for ordered schedule(dynamic)
  for (int i = 0; i < zero; i++)
#pragma omp ordered
    filled++;
  CHECK_EQ(filled, 0);
  return check_result();
}
