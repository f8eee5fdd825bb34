// Ten thousand tasks, each the child of the one before: with taskwait at every level, and without.
#include "check.h"

static int reached;

static void descend(int left) {
  HIT(reached);
  if (left == 0) return;
#pragma omp task firstprivate(left)
  descend(left - 1);
#pragma omp taskwait
}

static void cascade(int left) {
  HIT(reached);
  if (left == 0) return;
#pragma omp task firstprivate(left)
  cascade(left - 1);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  descend(10000);
  CHECK_EQ(reached, 10001);
  reached = 0;
#pragma omp parallel
#pragma omp single
  cascade(10000);
  CHECK_EQ(reached, 10001);
  return check_result();
}
