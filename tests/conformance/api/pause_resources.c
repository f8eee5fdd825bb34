// Pausing resources outside regions succeeds and loses nothing: regions, tasks and settings work afterwards.
#include "check.h"

static int team_sum(void) {
  int sum = 0;
#pragma omp parallel num_threads(4) reduction(+ : sum)
  sum += 1 + omp_get_thread_num();
  return sum;
}

int main(void) {
  omp_set_num_threads(3);
  for (int round = 0; round < 5; round++) {
    CHECK_EQ(team_sum(), 10);
    CHECK_EQ(omp_pause_resource(omp_pause_soft, omp_get_initial_device()), 0);
    CHECK_EQ(team_sum(), 10);
    CHECK_EQ(omp_pause_resource_all(omp_pause_hard), 0);
    CHECK_EQ(team_sum(), 10);
    CHECK_EQ(omp_pause_resource_all(omp_pause_soft), 0);
  }
  CHECK(omp_pause_resource(omp_pause_soft, 12345) != 0);
  int refused = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
  refused = omp_pause_resource_all(omp_pause_soft) != 0;
  CHECK(refused);
  return check_result();
}
