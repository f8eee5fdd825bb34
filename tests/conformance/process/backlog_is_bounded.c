// A producer of half a million runnable tasks takes little memory: the backlog is bounded.
// races: counts memory
#include <sys/resource.h>

#include "check.h"

static long peak_kib(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

int main(void) {
  long ran = 0, before = peak_kib();
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 500000; i++) {
#pragma omp task shared(ran)
    HIT(ran);
  }
  CHECK_EQ(ran, 500000);
  CHECK(peak_kib() - before < 64 * 1024);
  return check_result();
}
