// Descendants of a final task are included: undeferred, and omp_in_final says so.
#include "check.h"

static int tree(int depth, int in_final) {
  CHECK_EQ(omp_in_final(), in_final);
  int sum = 1, order = 0;
  if (depth == 0) return 1;
#pragma omp task shared(sum, order) final(in_final || depth <= 3)
  {
    int below = tree(depth - 1, in_final || depth <= 3);
#pragma omp atomic
    sum += below;
    order = 1;
  }
  if (in_final) CHECK_EQ(order, 1);
#pragma omp task shared(sum) mergeable if (depth > 5)
  {
    int below = tree(depth - 1, in_final);
#pragma omp atomic
    sum += below;
  }
#pragma omp taskwait
  return sum;
}

int main(void) {
  CHECK_EQ(omp_in_final(), 0);
  int nodes = 0;
#pragma omp parallel
#pragma omp single
  nodes = tree(7, 0);
  CHECK_EQ(nodes, 255);
  return check_result();
}
