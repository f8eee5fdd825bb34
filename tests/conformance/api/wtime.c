// omp_get_wtime moves with the wall clock, never backwards, and omp_get_wtick is its positive resolution.
#include <time.h>

#include "check.h"

int main(void) {
  double tick = omp_get_wtick(), before = omp_get_wtime();
  CHECK(tick > 0 && tick < 0.1);
  struct timespec nap = {0, 20000000};
  nanosleep(&nap, NULL);
  double slept = omp_get_wtime() - before;
  CHECK(slept >= 0.019 && slept < 10);
#pragma omp parallel
  {
    double last = omp_get_wtime();
    for (int i = 0; i < 1000; i++) {
      double now = omp_get_wtime();
      CHECK(now >= last);
      last = now;
    }
    CHECK(last - before < 20);
  }
  return check_result();
}
