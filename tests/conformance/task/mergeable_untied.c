// mergeable and untied tasks give the results of plain ones; untied tasks cross many scheduling points.
#include "check.h"

int main(void) {
  long sum = 0;
#pragma omp parallel
#pragma omp single
  {
    for (int i = 0; i < 100; i++) {
#pragma omp task untied shared(sum) firstprivate(i)
      {
        long own = 0;
        for (int j = 0; j < 5; j++) {
#pragma omp task shared(own) mergeable
          {
#pragma omp atomic
            own += i;
          }
#pragma omp taskyield
        }
#pragma omp taskwait
#pragma omp atomic
        sum += own;
      }
    }
    int x = 1;
#pragma omp task mergeable if (0) shared(x)
    x++;
    CHECK_EQ(x, 2);
  }
  CHECK_EQ(sum, 5 * 4950);
  return check_result();
}
