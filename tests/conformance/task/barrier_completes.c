// A barrier, explicit or implied, lets nobody on before all tasks of the team have run, tasks made by tasks included.
#include "check.h"

static int done;

static void spread(int depth) {
  HIT(done);
  for (int i = 0; depth && i < 3; i++) {
#pragma omp task firstprivate(depth)
    spread(depth - 1);
  }
}

int main(void) {
#pragma omp parallel num_threads(3)
  for (int round = 1; round <= 20; round++) {
#pragma omp task
    spread(3);
#pragma omp barrier
    CHECK_EQ(PEEK(done), 3 * 40 * round);
#pragma omp barrier
  }
  done = 0;
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 9; i++) {
#pragma omp task
      spread(2);
    }
    CHECK_EQ(PEEK(done), 9 * 13);
  }
  return check_result();
}
