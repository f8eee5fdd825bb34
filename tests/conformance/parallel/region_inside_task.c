// Parallel regions opened inside explicit tasks work like any other region.
#include "check.h"

int main(void) {
  omp_set_max_active_levels(2);
  int results[12] = {0};
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 12; t++)
#pragma omp task shared(results) firstprivate(t)
  {
    int sum = 0;
#pragma omp parallel for num_threads(3) reduction(+ : sum)
    for (int i = 0; i < 100; i++) sum += i * t;
    results[t] = sum;
  }
  for (int t = 0; t < 12; t++) CHECK_EQ(results[t], 4950 * t);
  return check_result();
}
