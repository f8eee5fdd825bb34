// Three nested levels: every thread of every team exists once, and knows its ancestors.
// env: OMP_MAX_ACTIVE_LEVELS=3
#include "check.h"

int main(void) {
  int leaves[2][3][2] = {{{0}}};
  omp_set_dynamic(0);
#pragma omp parallel num_threads(2)
  {
    int a = omp_get_thread_num();
#pragma omp parallel num_threads(3)
    {
      int b = omp_get_thread_num();
#pragma omp parallel num_threads(2)
      {
        int c = omp_get_thread_num();
        HIT(leaves[a][b][c]);
        CHECK_EQ(omp_get_level(), 3);
        CHECK_EQ(omp_get_active_level(), 3);
        CHECK_EQ(omp_get_ancestor_thread_num(0), 0);
        CHECK_EQ(omp_get_ancestor_thread_num(1), a);
        CHECK_EQ(omp_get_ancestor_thread_num(2), b);
        CHECK_EQ(omp_get_ancestor_thread_num(3), c);
        CHECK_EQ(omp_get_ancestor_thread_num(4), -1);
        CHECK_EQ(omp_get_ancestor_thread_num(-1), -1);
        CHECK_EQ(omp_get_team_size(0), 1);
        CHECK_EQ(omp_get_team_size(1), 2);
        CHECK_EQ(omp_get_team_size(2), 3);
        CHECK_EQ(omp_get_team_size(3), 2);
        CHECK_EQ(omp_get_team_size(4), -1);
      }
      CHECK_EQ(omp_get_thread_num(), b);
      CHECK_EQ(omp_get_num_threads(), 3);
    }
    CHECK_EQ(omp_get_thread_num(), a);
    CHECK_EQ(omp_get_level(), 1);
  }
  for (int i = 0; i < 12; i++) CHECK_EQ((&leaves[0][0][0])[i], 1);
  return check_result();
}
