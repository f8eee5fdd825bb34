// The 30th Fibonacci number, a task for every call, without a cut-off: gcc -O2 -fopenmp fib.c
// 1.3 million tasks that do next to nothing: what is measured is the price of a task.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

static long fib(int n) {
  if (n < 2) return n;
  long first, second;
#pragma omp task shared(first)
  first = fib(n - 1);
  second = fib(n - 2);
#pragma omp taskwait
  return first + second;
}

int main(void) {
  long result = 0;
  double start = omp_get_wtime();
#pragma omp parallel
#pragma omp single
  result = fib(30);
  double seconds = omp_get_wtime() - start;
  if (result != 832040) return fprintf(stderr, "fib(30) is 832040, not %ld\n", result), EXIT_FAILURE;
  printf("%.3f s, result correct\n", seconds);
}
