// cancel taskgroup discards tasks that have not begun, ends those at a cancellation point, and touches no other group.
// env: OMP_CANCELLATION=true
#include "check.h"

int main(void) {
  for (int round = 0; round < 20; round++) {
    int begun = 0, after = 0, outside = 0, held = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
    {
      for (int i = 0; i < 10; i++) {
#pragma omp task shared(outside)
        HIT(outside);
      }
#pragma omp taskgroup
      {
#pragma omp task shared(held, after)
        {
#pragma omp cancel taskgroup
          HIT(after);
        }
        for (int i = 0; i < 50; i++) {
#pragma omp task shared(begun, after) depend(inout : held)
          {
            HIT(begun);
            for (;;) {
#pragma omp cancellation point taskgroup
            }
            HIT(after);
          }
        }
      }
#pragma omp taskgroup
      {
#pragma omp task shared(outside)
        HIT(outside);
      }
    }
    CHECK_EQ(after, 0);
    CHECK(begun <= 50);
    CHECK_EQ(outside, 11);
  }
  return check_result();
}
