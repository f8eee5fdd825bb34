// 20,000 tasks that wait for one slow task: gcc -O2 -fopenmp gate.c
// The slow task takes 0.2 s, so no runtime can be faster than that; what is more is the price of tasks that wait.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 20000 };
static long seen[N];

int main(void) {
  long gate = 0;
  double start = omp_get_wtime();
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : gate)
    {
      while (omp_get_wtime() - start < 0.2) continue;
      gate = 42;
    }
    for (int i = 0; i < N; i++)
#pragma omp task depend(in : gate)
      seen[i] = gate + i;
  }
  double seconds = omp_get_wtime() - start;
  for (int i = 0; i < N; i++)
    if (seen[i] != 42 + i) return fprintf(stderr, "task %d ran too early\n", i), EXIT_FAILURE;
  printf("%.3f s, result correct\n", seconds);
}
