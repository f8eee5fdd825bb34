// taskloop covers each iteration once for every grainsize, num_tasks, strict, type, direction and collapse.
#include <limits.h>

#include "check.h"

enum { k_trips = 240 };
static int hits[k_trips];

static void check_all(int wanted) {
  for (int i = 0; i < k_trips; i++) {
    CHECK_EQ(hits[i], wanted);
    hits[i] = 0;
  }
}

#define TASKLOOP(...)                                                          \
  OMP(taskloop __VA_ARGS__)                                                    \
  for (int i = 0; i < k_trips; i++) HIT(hits[i]);                              \
  check_all(1);                                                                \
  OMP(taskloop __VA_ARGS__)                                                    \
  for (long i = 3 * k_trips; i > 0; i -= 3) HIT(hits[i / 3 - 1]);              \
  check_all(1);                                                                \
  OMP(taskloop __VA_ARGS__)                                                    \
  for (unsigned long long i = ULLONG_MAX - k_trips; i < ULLONG_MAX; i++)       \
    HIT(hits[i - (ULLONG_MAX - k_trips)]);                                     \
  check_all(1);                                                                \
  OMP(taskloop collapse(2) __VA_ARGS__)                                        \
  for (int i = 0; i < 12; i++)                                                 \
    for (unsigned j = 0; j < 20; j++) HIT(hits[i * 20 + (int)j]);              \
  check_all(1);                                                                \
  OMP(taskloop __VA_ARGS__)                                                    \
  for (int i = zero; i > 0; i--) HIT(hits[0]);                                 \
  check_all(0);

static void every_form(int zero, int n) {
  TASKLOOP()
  TASKLOOP(grainsize(1))
  TASKLOOP(grainsize(n))
  TASKLOOP(grainsize(100000))
  TASKLOOP(num_tasks(1))
  TASKLOOP(num_tasks(n))
  TASKLOOP(num_tasks(100000))
  TASKLOOP(grainsize(strict : n))
  TASKLOOP(num_tasks(strict : n))
  TASKLOOP(untied mergeable)
  TASKLOOP(if (taskloop : 0))
  TASKLOOP(final(n > 3) grainsize(5))
  TASKLOOP(priority(n) num_tasks(5))
}

int main(void) {
#pragma omp parallel
#pragma omp single
  every_form(0, 7);
  every_form(0, 7);
  return check_result();
}
