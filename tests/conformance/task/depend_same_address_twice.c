// One task may name one address several times, in several modes, and null or one-past-the-end addresses.
#include "check.h"

int main(void) {
  int x = 0, y = 0, after[3] = {0};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 200; i++) {
#pragma omp task depend(in : x) depend(inout : x) depend(out : x, y) shared(x, y)
    {
      CHECK_EQ(x, i);
      x++;
      y = x;
    }
#pragma omp task depend(in : x, x, y) shared(x, y)
    CHECK_EQ(x, y);
#pragma omp task depend(inout : *(after + 3)) shared(after)
    HIT(after[0]);
#pragma omp task depend(inout : *(int *)NULL) shared(after)
    HIT(after[1]);
  }
  CHECK_EQ(x, 200);
  CHECK_EQ(after[0], 200);
  CHECK_EQ(after[1], 200);
  return check_result();
}
