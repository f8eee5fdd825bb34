// OMP_THREAD_LIMIT bounds every team: more threads than that are never made.
#include "respawn.h"

static int child(void) {
  omp_set_dynamic(0);
  int members = 0;
#pragma omp parallel num_threads(9)
  HIT(members);
  printf("%d", members <= omp_get_thread_limit() && members >= 1);
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child();
  check_setting("x", "OMP_THREAD_LIMIT", "1", "1");
  check_setting("x", "OMP_THREAD_LIMIT", "3", "1");
  check_setting("x", "OMP_THREAD_LIMIT", "20", "1");
  return check_result();
}
