// Short loops in which the first thread decides for all, or which share more than their iterations: schedule(runtime)
// where each thread has set a schedule of its own, and a task reduction.
#include <omp.h>

#include "../check.h"

enum { k_rounds = 2000, k_trip = 8 };

static int runs[k_trip];

int main(void) {
  for (int round = 0; round < k_rounds; ++round) {
    memset(runs, 0, sizeof runs);
    long sum = 0;
#pragma omp parallel
    {
      omp_set_schedule(omp_sched_dynamic, 1 + (omp_get_thread_num() + round) % 3);
#pragma omp for schedule(runtime)
      for (int i = 0; i < k_trip; ++i) HIT(runs[i]);
#pragma omp for schedule(dynamic, 1) reduction(task, + : sum)
      for (int i = 0; i < k_trip; ++i) {
#pragma omp task in_reduction(+ : sum)
        sum += i;
        sum += 1;
      }
    }
    for (int i = 0; i < k_trip; ++i) CHECK_EQ(runs[i], 1);
    CHECK_EQ(sum, k_trip * (k_trip - 1) / 2 + k_trip);
  }
  return check_result();
}
