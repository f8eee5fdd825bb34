// OMP_WAIT_POLICY and GOMP_SPINCOUNT change how threads wait, never what they compute.
#include "respawn.h"

static int child(void) {
  int sum = 0;
  for (int round = 0; round < 20; round++) {
#pragma omp parallel num_threads(3) reduction(+ : sum)
    {
#pragma omp barrier
      sum += omp_get_thread_num();
    }
  }
  printf("%d", sum);
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child();
  check_setting("x", "OMP_WAIT_POLICY", "active", "60");
  check_setting("x", "OMP_WAIT_POLICY", "PASSIVE", "60");
  check_malformed("x", "OMP_WAIT_POLICY", "restless", "60");
  check_setting("x", "GOMP_SPINCOUNT", "0", "60");
  check_setting("x", "GOMP_SPINCOUNT", "1000", "60");
  check_setting("x", "GOMP_SPINCOUNT", "10k", "60");
  check_setting("x", "GOMP_SPINCOUNT", "INFINITY", "60");
  check_malformed("x", "GOMP_SPINCOUNT", "dizzy", "60");
  return check_result();
}
