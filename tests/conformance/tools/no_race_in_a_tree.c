// Copies of reduction variables that are combined in a tree have no race, with and without a barrier behind
// races: none
// threads: 2 4
// env: KMP_FORCE_REDUCTION=tree
// heddle-only: libgomp tells ThreadSanitizer nothing
// timeout: 60
#include "check.h"

enum { k_rounds = 10, k_size = 40 };

// Other stacks at every depth: what was a copy is something else in the next round.
static long sum_of(int depth) {
  volatile long filler[16] = {0};
  long sum = 0, array[k_size] = {0};
  if (depth > 0) return sum_of(depth - 1) + filler[depth];
#pragma omp parallel
  for (int round = 0; round < k_rounds; round++) {
#pragma omp for reduction(+ : sum, array[ : k_size])
    for (int i = 0; i < k_size; i++) {
      sum += i;
      array[i] += 1;
    }
  }
  for (int i = 0; i < k_size; i++) CHECK_EQ(array[i], k_rounds);
  return sum;
}

int main(void) {
  const long one = k_size * (k_size - 1) / 2;
  for (int depth = 0; depth < 8; depth++) CHECK_EQ(sum_of(depth), k_rounds * one);
  long first = 0, second = 0;
  double real = 0;
#pragma omp parallel
  for (int round = 0; round < k_rounds; round++) {
#pragma omp for reduction(+ : first, real) nowait
    for (int i = 0; i < k_size; i++) {
      first += i;
      real += i;
    }
#pragma omp for reduction(+ : second) schedule(dynamic) nowait
    for (int i = 0; i < k_size; i++) second += i;
  }
  CHECK_EQ(first, k_rounds * one);
  CHECK_EQ(second, first);
  CHECK(real == (double)first);
  return check_result();
}
