// Tasks take locks, criticals and atomics without deadlock, whichever thread runs them.
#include "check.h"

int main(void) {
  omp_lock_t lock;
  omp_init_lock(&lock);
  long a = 0, b = 0;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 1000; i++) {
#pragma omp task shared(a, lock)
    {
      omp_set_lock(&lock);
      a++;
      omp_unset_lock(&lock);
    }
#pragma omp task shared(b)
    {
#pragma omp critical
      b++;
    }
  }
  CHECK_EQ(a, 1000);
  CHECK_EQ(b, 1000);
  omp_destroy_lock(&lock);
  return check_result();
}
