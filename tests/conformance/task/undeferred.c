// if(0) tasks are finished before their creator goes on, also with dependences and children of their own.
#include "check.h"

int main(void) {
  int step = 0, x = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++) {
    int creator = omp_get_thread_num();
#pragma omp task if (0) shared(step)
    {
      CHECK_EQ(omp_get_thread_num(), creator);
      step++;
    }
    CHECK_EQ(step, 2 * i + 1);
#pragma omp task depend(inout : x) shared(x)
    x++;
#pragma omp task if (0) depend(in : x) shared(step, x)
    {
      CHECK_EQ(x, i + 1);
      int inner = 0;
#pragma omp task shared(inner)
      inner = 5;
#pragma omp taskwait
      step += inner - 4;
    }
    CHECK_EQ(step, 2 * i + 2);
  }
  CHECK_EQ(x, 200);
  return check_result();
}
