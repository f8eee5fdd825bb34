// Recursive tasks with taskwait: fib without cut-off, with shared results on the parents' stacks.
#include "check.h"

static long fib(int n) {
  if (n < 2) return n;
  long a, b;
#pragma omp task shared(a)
  a = fib(n - 1);
#pragma omp task shared(b) untied
  b = fib(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  long result = 0;
#pragma omp parallel
#pragma omp single
  result = fib(18);
  CHECK_EQ(result, 2584);
  CHECK_EQ(fib(8), 21);
  return check_result();
}
