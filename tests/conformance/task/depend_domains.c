// Dependences order siblings only: tasks of different parents on the same address are free of each other.
#include "check.h"

int main(void) {
  int shared_address = 0, order[4][60], filled[4] = {0};
#pragma omp parallel num_threads(4)
  {
    int me = omp_get_thread_num();
    for (int i = 0; i < 60; i++) {
#pragma omp task depend(inout : shared_address) firstprivate(i, me) shared(order, filled)
      order[me][filled[me]++] = i;
    }
#pragma omp taskwait
    for (int i = 0; i < 60; i++) CHECK_EQ(order[me][i], i);
  }
  int outer = 0, inner_sum = 0;
#pragma omp parallel
#pragma omp single
  for (int t = 0; t < 20; t++) {
#pragma omp task depend(inout : outer) shared(outer, inner_sum) firstprivate(t)
    {
      CHECK_EQ(outer, t);
      for (int i = 0; i < 5; i++) {
#pragma omp task depend(inout : outer) shared(inner_sum)
        inner_sum++;  // ordered against its siblings here, and waited for before the parent ends
      }
#pragma omp taskwait
      CHECK_EQ(inner_sum, 5 * (t + 1));
      outer++;
    }
  }
  CHECK_EQ(outer, 20);
  return check_result();
}
