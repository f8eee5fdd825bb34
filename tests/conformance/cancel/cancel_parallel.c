// cancel parallel ends the region for all threads at their cancellation points and barriers; the next region is whole again.
// env: OMP_CANCELLATION=true
#include "check.h"

int main(void) {
  CHECK(omp_get_cancellation());
  for (int round = 0; round < 20; round++) {
    int after_cancel = 0, after_barrier = 0, members = 0;
#pragma omp parallel num_threads(4)
    {
      if (omp_get_thread_num() == round % 4) {
#pragma omp cancel parallel
        HIT(after_cancel);
      }
#pragma omp barrier
      HIT(after_barrier);
    }
    CHECK_EQ(after_cancel, 0);
    CHECK_EQ(after_barrier, 0);
#pragma omp parallel num_threads(4)
    {
      if (omp_get_thread_num() == 0) {
#pragma omp cancel parallel
      }
      for (;;) {
#pragma omp cancellation point parallel
      }
    }
#pragma omp parallel num_threads(4)
    {
#pragma omp cancel parallel if (0)
      HIT(members);
#pragma omp barrier
      CHECK_EQ(PEEK(members), 4);
    }
  }
  return check_result();
}
