// Without OMP_CANCELLATION every cancel construct is without effect.
#include "check.h"

int main(void) {
  CHECK(!omp_get_cancellation());
  int went_on = 0, iterations = 0, tasks = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp cancel parallel
    HIT(went_on);
#pragma omp for
    for (int i = 0; i < 60; i++) {
#pragma omp cancel for
      HIT(iterations);
    }
#pragma omp barrier
#pragma omp taskgroup
    for (int i = 0; i < 5; i++) {
#pragma omp task shared(tasks)
      {
#pragma omp cancel taskgroup
        HIT(tasks);
      }
    }
  }
  CHECK_EQ(went_on, 3);
  CHECK_EQ(iterations, 60);
  CHECK_EQ(tasks, 15);
  return check_result();
}
