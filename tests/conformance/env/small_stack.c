// Tasks that wait for tasks, 18 within each other, have room on threads of the smallest stack that may be asked for.
// env: OMP_STACKSIZE=16k
// races: a sanitizer's frames do not fit such a stack
// checked: nor does a tool's work
#include "../check.h"

static long leaves(int depth) {
  long left = 0, right = 0;
  if (depth == 0) return 1;
#pragma omp task shared(left) firstprivate(depth)
  left = leaves(depth - 1);
#pragma omp task shared(right) firstprivate(depth)
  right = leaves(depth - 1);
#pragma omp taskwait
  return left + right;
}

int main(void) {
  for (int round = 0; round < 3; round++) {
    long found = 0;
#pragma omp parallel
#pragma omp single
    found = leaves(18);
    CHECK_EQ(found, 1L << 18);
  }
  return check_result();
}
