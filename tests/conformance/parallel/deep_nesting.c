// Sixty nested regions, all but two of them of one thread, keep level and ancestors right.
#include "check.h"

static int descend(int depth) {
  int deepest = 0;
#pragma omp parallel num_threads(depth < 2 ? 2 : 1) reduction(max : deepest)
  {
    CHECK_EQ(omp_get_level(), depth + 1);
    CHECK_EQ(omp_get_team_size(depth + 1), depth < 2 ? 2 : 1);
    CHECK_EQ(omp_get_ancestor_thread_num(depth + 1), omp_get_thread_num());
    int below = depth == 59 ? 60 : descend(depth + 1);
    deepest = below > deepest ? below : deepest;
  }
  return deepest;
}

int main(void) {
  omp_set_max_active_levels(2);
  CHECK_EQ(descend(0), 60);
  CHECK_EQ(omp_get_level(), 0);
  return check_result();
}
