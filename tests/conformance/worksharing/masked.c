// master, masked and masked filter run their body on exactly the named thread, without a barrier.
#include "check.h"

int main(void) {
  int by_master = 0, by_masked = 0, by_third = 0, by_nobody = 0, tasks = 0;
#pragma omp parallel num_threads(4)
  {
#pragma omp master
    by_master += 1 + omp_get_thread_num();
#pragma omp masked
    by_masked += 1 + omp_get_thread_num();
#pragma omp masked filter(2)
    by_third += omp_get_thread_num();
#pragma omp masked filter(omp_get_num_threads())
    by_nobody++;
  }
  CHECK_EQ(by_master, 1);
  CHECK_EQ(by_masked, 1);
  CHECK_EQ(by_third, 2);
  CHECK_EQ(by_nobody, 0);
#ifndef __clang__  // clang 19 drops the construct
#pragma omp parallel masked taskloop num_threads(3) filter(1) shared(tasks)
  for (int i = 0; i < 30; i++) HIT(tasks);
  CHECK_EQ(tasks, 30);
#pragma omp parallel master taskloop simd num_threads(3) reduction(+ : tasks)
  for (int i = 0; i < 30; i++) tasks++;
  CHECK_EQ(tasks, 60);
#endif
  return check_result();
}
