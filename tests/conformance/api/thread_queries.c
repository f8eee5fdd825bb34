// The thread and level queries agree with each other in and out of regions.
#include "check.h"

int main(void) {
  CHECK_EQ(omp_get_thread_num(), 0);
  CHECK_EQ(omp_get_num_threads(), 1);
  CHECK_EQ(omp_get_level(), 0);
  CHECK_EQ(omp_get_active_level(), 0);
  CHECK_EQ(omp_get_ancestor_thread_num(0), 0);
  CHECK_EQ(omp_get_ancestor_thread_num(1), -1);
  CHECK_EQ(omp_get_team_size(0), 1);
  CHECK_EQ(omp_get_team_size(1), -1);
  CHECK_EQ(omp_get_team_size(-1), -1);
  CHECK(omp_get_num_procs() >= 1);
  CHECK(omp_get_thread_limit() >= 1);
  CHECK(omp_get_supported_active_levels() >= 1);
  CHECK_EQ(omp_in_final(), 0);
  omp_set_num_threads(5);
  CHECK_EQ(omp_get_max_threads(), 5);
#pragma omp parallel
  {
    CHECK_EQ(omp_get_num_threads(), 5);
    CHECK_EQ(omp_get_level(), 1);
    CHECK_EQ(omp_get_team_size(1), 5);
    CHECK_EQ(omp_get_ancestor_thread_num(1), omp_get_thread_num());
    CHECK(omp_get_num_procs() >= 1);
  }
  omp_set_num_threads(1);
#pragma omp parallel
  {
    CHECK_EQ(omp_in_parallel(), 0);
    CHECK_EQ(omp_get_level(), 1);
    CHECK_EQ(omp_get_active_level(), 0);
  }
  return check_result();
}
