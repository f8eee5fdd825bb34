// target nowait and depend make target regions tasks, ordered with host tasks.
#include "check.h"

int main(void) {
  int x = 0, y = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 30; i++) {
#pragma omp task depend(out : x) shared(x)
    x = i;
#pragma omp target nowait depend(inout : x) depend(out : y) map(tofrom : x, y)
    y = x++ * 2;
#pragma omp task depend(in : x, y) shared(x, y)
    {
      CHECK_EQ(x, i + 1);
      CHECK_EQ(y, 2 * i);
    }
#pragma omp target update to(x) nowait depend(inout : x)
#pragma omp target enter data map(to : y) nowait depend(inout : y)
#pragma omp target exit data map(from : y) nowait depend(inout : y)
#pragma omp taskwait
  }
  CHECK_EQ(x, 30);
  CHECK_EQ(y, 58);
  return check_result();
}
