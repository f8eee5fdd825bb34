// omp_in_final, omp_get_max_task_priority and omp_get_cancellation answer within tasks as without.
#include "check.h"

int main(void) {
  CHECK(omp_get_max_task_priority() >= 0);
  CHECK_EQ(omp_get_cancellation(), 0);
#pragma omp parallel num_threads(3)
  {
    CHECK_EQ(omp_in_final(), 0);
#pragma omp task final(1)
    CHECK_EQ(omp_in_final(), 1);
#pragma omp task final(0)
    CHECK_EQ(omp_in_final(), 0);
#pragma omp taskwait
    CHECK_EQ(omp_in_final(), 0);
  }
#pragma omp task final(1)
  CHECK_EQ(omp_in_final(), 1);
  return check_result();
}
