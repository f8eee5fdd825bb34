// Every task runs exactly once, whether one producer makes them or all threads do.
#include "check.h"

enum { k_tasks = 3000 };
static int hits[k_tasks];

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < k_tasks; i++)
#pragma omp task firstprivate(i)
    HIT(hits[i]);
  for (int i = 0; i < k_tasks; i++) CHECK_EQ(hits[i], 1);
#pragma omp parallel
#pragma omp for schedule(dynamic, 5)
  for (int i = 0; i < k_tasks; i++) {
#pragma omp task
    HIT(hits[i]);
  }
  for (int i = 0; i < k_tasks; i++) CHECK_EQ(hits[i], 2);
  int outside = 0;
#pragma omp task shared(outside)
  outside = 4;
#pragma omp taskwait
  CHECK_EQ(outside, 4);
  return check_result();
}
