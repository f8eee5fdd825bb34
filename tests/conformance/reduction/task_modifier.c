// reduction(task, ...) on parallel, for, sections, scope and orphaned loops counts what participating tasks add.
#include "check.h"

#ifndef __clang__
static void add_in_task(long *sum, int amount) {
#pragma omp task in_reduction(+ : sum[0]) firstprivate(amount)
  sum[0] += amount;
}
#endif

int main(void) {
  long sum = 5, wanted;
#pragma omp parallel num_threads(3) reduction(task, + : sum)
  {
    sum += 1;
    for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : sum)
      sum += i;
    }
  }
  CHECK_EQ(sum, 5 + 3 * 46);

  sum = 0;
#pragma omp parallel for reduction(task, + : sum) schedule(dynamic, 3)
  for (int i = 0; i < 100; i++) {
    sum += 1;
#pragma omp task in_reduction(+ : sum)
    sum += i;
  }
  CHECK_EQ(sum, 100 + 4950);

#pragma omp parallel
  {
#pragma omp for reduction(task, + : sum) schedule(static)
    for (long i = 0; i < 50; i++) {
#pragma omp task in_reduction(+ : sum)
      sum += 2;
    }
#pragma omp sections reduction(task, + : sum)
    {
#pragma omp section
      {
#pragma omp task in_reduction(+ : sum)
        sum += 10;
      }
#pragma omp section
      {
#pragma omp task in_reduction(+ : sum)
        sum += 20;
      }
    }
  }
  CHECK_EQ(sum, 5050 + 100 + 30);

  wanted = sum;
#ifdef __clang__  // clang 19 has no such scope
  sum += 400;
#else
#pragma omp parallel num_threads(4)
  {
#pragma omp scope reduction(task, + : sum)
    {
#pragma omp task in_reduction(+ : sum)
      sum += 100;
    }
  }
#endif
  CHECK_EQ(sum, wanted + 400);
#pragma omp parallel for reduction(task, + : sum) schedule(runtime)
  for (unsigned long long i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : sum)
    sum += 1;
  }
  CHECK_EQ(sum, wanted + 410);

#ifndef __clang__  // clang 19 asks for the copy of a null pointer
  long cell[1] = {0};
#pragma omp parallel num_threads(2) reduction(task, + : cell[ : 1])
  add_in_task(cell, 7);
  CHECK_EQ(cell[0], 14);
#endif
  return check_result();
}
