// In a region that may be cancelled the ends of loops and sections are cancellation points: nobody gets past them once one thread cancelled.
// env: OMP_CANCELLATION=true
#include "check.h"

static int run(int loop, int cancel) {
  int ended = 0, trips = 0;
#pragma omp parallel num_threads(3)
  {
    if (cancel && omp_get_thread_num() == 1) {
#pragma omp cancel parallel
    }
    if (loop) {
#pragma omp for schedule(dynamic)
      for (int i = 0; i < 300; i++) {
        HIT(trips);
#pragma omp cancel for if (0)
      }
    } else {
#pragma omp sections
      {
        {
#pragma omp cancel sections if (0)
        }
#pragma omp section
        HIT(trips);
      }
    }
    HIT(ended);
  }
  return ended * 1000 + trips;
}

int main(void) {
  for (int round = 0; round < 30; round++) {
    CHECK_EQ(run(1, 1) / 1000, 0);
    CHECK_EQ(run(1, 0), 3300);
    CHECK_EQ(run(0, 1) / 1000, 0);
    CHECK_EQ(run(0, 0), 3001);
  }
  return check_result();
}
