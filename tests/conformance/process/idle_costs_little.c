// After a region, a sleeping program takes next to no processor time, and the next region works at once.
#include <sys/resource.h>
#include <time.h>

#include "check.h"

static double cpu_seconds(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

static int members(void) {
  int n = 0;
#pragma omp parallel reduction(+ : n)
  n++;
  return n;
}

int main(void) {
  CHECK_EQ(members(), omp_get_max_threads());
  double before = cpu_seconds();
  struct timespec nap = {0, 150000000};
  nanosleep(&nap, NULL);
  CHECK(cpu_seconds() - before < 0.075);
  CHECK_EQ(members(), omp_get_max_threads());
  return check_result();
}
