// Three million tasks, each made by the one before, in a team of one and outside of regions: in constant stack.
// checked: a tool that hears of each of three million tasks does not end in time
#include "check.h"

static long left;

static void next(void) {
  if (--left == 0) return;
#pragma omp task
  next();
}

int main(void) {
  left = 3000000;
#pragma omp parallel num_threads(1)
  next();
  CHECK_EQ(left, 0);
  left = 100000;
#pragma omp task
  next();
#pragma omp taskwait
  CHECK_EQ(left, 0);
  return check_result();
}
