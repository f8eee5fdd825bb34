// taskwait waits for children, taskgroup for all descendants; neither for somebody else's tasks.
#include "check.h"

static int grand_children;

static void family(int children) {
  for (int c = 0; c < children; c++) {
#pragma omp task
    for (int g = 0; g < 5; g++) {
#pragma omp task
      HIT(grand_children);
    }
  }
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 1; round <= 30; round++) {
#pragma omp taskgroup
    family(10);
    CHECK_EQ(PEEK(grand_children), 50 * round);
    int done = 0;
    for (int c = 0; c < 10; c++) {
#pragma omp task shared(done)
      HIT(done);
    }
#pragma omp taskwait
    CHECK_EQ(PEEK(done), 10);
#pragma omp taskwait
  }
  CHECK_EQ(grand_children, 1500);
#pragma omp taskgroup
  family(3);
  CHECK_EQ(grand_children, 1515);
  return check_result();
}
