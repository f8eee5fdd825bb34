// Each section runs exactly once: more or fewer sections than threads, nowait, empty, nested in loops, combined.
#include "check.h"

static int hits[24], orphan_sum;

static void orphaned(void) {
#pragma omp sections reduction(+ : orphan_sum)
  {
    orphan_sum += 1;
#pragma omp section
    orphan_sum += 2;
  }
}

int main(void) {
#pragma omp parallel
  for (int round = 0; round < 20; round++) {
#pragma omp sections nowait
    {
#pragma omp section
      HIT(hits[0]);
#pragma omp section
      HIT(hits[1]);
#pragma omp section
      HIT(hits[2]);
#pragma omp section
      HIT(hits[3]);
#pragma omp section
      HIT(hits[4]);
#pragma omp section
      HIT(hits[5]);
#pragma omp section
      HIT(hits[6]);
#pragma omp section
      HIT(hits[7]);
#pragma omp section
      HIT(hits[8]);
    }
#pragma omp sections
    { HIT(hits[9]); }
#pragma omp sections nowait
    {
      HIT(hits[10]);
#pragma omp section
      {
      }
    }
  }
  for (int i = 0; i < 11; i++) CHECK_EQ(hits[i], 20);
  int sum = 0, first = 10, last = 0;
#pragma omp parallel sections reduction(+ : sum) firstprivate(first) lastprivate(last) num_threads(3)
  {
    sum += first, last = 1;
#pragma omp section
    sum += 2 * first, last = 2;
#pragma omp section
    sum += 3 * first, last = 3;
#pragma omp section
    sum += 4 * first, last = 4;
  }
  CHECK_EQ(sum, 100);
  CHECK_EQ(last, 4);
  orphaned();
  CHECK_EQ(orphan_sum, 3);
  return check_result();
}
