// schedule(runtime) follows omp_set_schedule, for each kind, chunk and modifier, in every loop form.
#include "check.h"

static long long sum_of_every_form(int n) {
  long long total = 0;
#pragma omp parallel reduction(+ : total)
  {
#pragma omp for schedule(runtime)
    for (int i = 0; i < n; i++) total += i;
#pragma omp for schedule(runtime) nowait
    for (unsigned long i = 0; i < (unsigned long)n; i++) total += (long long)i;
#pragma omp for schedule(runtime) collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 3; j++) total += i * j;
#pragma omp for schedule(runtime) ordered
    for (int i = n; i > 0; i--)
#pragma omp ordered
      total += i;
  }
  return total;
}

int main(void) {
  const unsigned kinds[] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided, omp_sched_auto};
  const int sizes[] = {0, 1, 17, 400};
  for (int k = 0; k < 4; k++)
    for (int chunk = -1; chunk < 40; chunk += 13)
      for (int m = 0; m < 2; m++) {
        omp_set_schedule((omp_sched_t)(kinds[k] | (m ? omp_sched_monotonic : 0u)), chunk);
        for (int s = 0; s < 4; s++) {
          long long n = sizes[s], triangle = n * (n - 1) / 2;
          CHECK_EQ(sum_of_every_form(sizes[s]), triangle * 2 + triangle * 3 + triangle + n);
        }
      }
  return check_result();
}
