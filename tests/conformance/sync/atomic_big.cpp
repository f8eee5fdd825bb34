// Atomics on types without a lock-free form (long double, complex-sized) take the runtime's atomic lock, nested in other locks.
#include "check.h"

static long double sum, other = 1;

int main() {
  long double captured_total = 0;
#pragma omp parallel num_threads(4) reduction(+ : captured_total)
  for (int i = 0; i < 500; i++) {
#pragma omp atomic
    sum += i;
    long double before;
#pragma omp atomic capture
    { before = other; other = other + 1; }
    captured_total += before;
    if (i % 50 == 0) {
#pragma omp critical
      {
#pragma omp atomic
        sum -= 0;
      }
    }
  }
  CHECK(sum == 4 * 124750.0L);
  CHECK(other == 2001);
  CHECK(captured_total == 2000 * 2001 / 2);
  return check_result();
}
