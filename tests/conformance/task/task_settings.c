// A task inherits its creator's settings as they were at creation, and keeps its own changes to itself.
#include "check.h"

int main(void) {
  omp_set_max_active_levels(2);
  omp_set_num_threads(3);
#pragma omp parallel num_threads(2)
#pragma omp single
  {
    omp_set_num_threads(5);
#pragma omp task
    {
      CHECK_EQ(omp_get_max_threads(), 5);
      omp_set_num_threads(7);
      CHECK_EQ(omp_get_max_threads(), 7);
    }
#pragma omp taskwait
    CHECK_EQ(omp_get_max_threads(), 5);
#pragma omp task if (0)
    omp_set_num_threads(9);
    CHECK_EQ(omp_get_max_threads(), 5);
    CHECK_EQ(omp_get_level(), 1);
#pragma omp task
    {
      CHECK_EQ(omp_get_level(), 1);
      CHECK_EQ(omp_get_num_threads(), 2);
      CHECK(omp_get_thread_num() < 2);
    }
  }
  CHECK_EQ(omp_get_max_threads(), 3);
  return check_result();
}
