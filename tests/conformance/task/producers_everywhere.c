// Every thread produces, some tasks produce more, some wait: the count comes out right, round after round.
#include "check.h"

static long ran;

static void breed(int depth) {
  HIT(ran);
  for (int i = 0; i < depth; i++) {
#pragma omp task firstprivate(depth)
    breed(depth - 1);
  }
  if (depth % 2) {
#pragma omp taskwait
  }
}

static long family_size(int depth) { return depth == 0 ? 1 : 1 + depth * family_size(depth - 1); }

int main(void) {
  for (int round = 0; round < 5; round++) {
    ran = 0;
#pragma omp parallel num_threads(4)
    breed(5);
    CHECK_EQ(ran, 4 * family_size(5));
  }
  return check_result();
}
