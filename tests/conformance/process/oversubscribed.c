// Sixty-four threads on few processors: barriers, criticals, loops and tasks come to their end.
#include "check.h"

int main(void) {
  long sum = 0, count = 0;
  int tasks = 0;
#pragma omp parallel num_threads(64) reduction(+ : sum)
  {
    sum += omp_get_thread_num();
    for (int i = 0; i < 5; i++) {
#pragma omp barrier
#pragma omp critical
      count++;
    }
#pragma omp for schedule(dynamic)
    for (int i = 0; i < 640; i++) sum += 1;
#pragma omp task shared(tasks)
    HIT(tasks);
  }
  CHECK_EQ(sum, 2016 + 640);
  CHECK_EQ(count, 320);
  CHECK_EQ(tasks, 64);
  return check_result();
}
