// Beyond max-active-levels an inner region is a team of one; levels still count, results still hold.
#include "check.h"

int main(void) {
  omp_set_max_active_levels(1);
  int sum = 0;
#pragma omp parallel num_threads(4)
  {
    int outer = omp_get_thread_num();
#pragma omp parallel num_threads(4)
    {
      CHECK_EQ(omp_get_num_threads(), 1);
      CHECK_EQ(omp_get_thread_num(), 0);
      CHECK_EQ(omp_get_level(), 2);
      CHECK_EQ(omp_get_active_level(), 1);
      CHECK_EQ(omp_in_parallel(), 1);
      CHECK_EQ(omp_get_ancestor_thread_num(1), outer);
      CHECK_EQ(omp_get_team_size(2), 1);
      int mine = 1;
#pragma omp barrier
#pragma omp for
      for (int i = 0; i < 10; i++) mine += i;
#pragma omp atomic
      sum += mine;
    }
  }
  CHECK_EQ(sum, 4 * 46);
  return check_result();
}
