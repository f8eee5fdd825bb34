// cancel sections skips the sections not yet begun; the team goes on behind the construct.
// env: OMP_CANCELLATION=true
#include "check.h"

int main(void) {
  for (int round = 0; round < 20; round++) {
    int after = 0, behind = 0, late = 0;
#pragma omp parallel num_threads(3)
    {
#pragma omp sections
      {
        {
#pragma omp cancel sections
          HIT(after);
        }
#pragma omp section
        {
#pragma omp cancel sections
          HIT(after);
        }
#pragma omp section
        {
          for (;;) {
#pragma omp cancellation point sections
          }
          HIT(late);
        }
      }
      HIT(behind);
    }
    CHECK_EQ(after, 0);
    CHECK_EQ(late, 0);
    CHECK_EQ(behind, 3);
  }
  return check_result();
}
