// GOMP_CPU_AFFINITY binds thread n to the n-th processor of its list.
#define _GNU_SOURCE
#include <sched.h>

#include "respawn.h"

static int child(void) {
  int cpu[2] = {-1, -1};
#pragma omp parallel num_threads(2)
  {
    cpu_set_t mine;
    sched_getaffinity(0, sizeof mine, &mine);
    for (int c = 0; CPU_COUNT(&mine) == 1 && c < CPU_SETSIZE; c++)
      if (CPU_ISSET(c, &mine)) cpu[omp_get_thread_num()] = c;
  }
  printf("%d %d", cpu[0], cpu[1]);
  return 0;
}

int main(int count, char **words) {
  if (count > 1) return child();
  if (omp_get_num_procs() < 2) return check_skip("the lists name two processors");
  check_setting("x", "GOMP_CPU_AFFINITY", "0 1", "0 1");
  check_setting("x", "GOMP_CPU_AFFINITY", "1,0", "1 0");
  check_setting("x", "GOMP_CPU_AFFINITY", "0-1", "0 1");
  check_setting("x", "GOMP_CPU_AFFINITY", "1", "1 1");
  check_setting("x", "GOMP_CPU_AFFINITY", "0 1 1", "0 1");
  check_setting("x", "GOMP_CPU_AFFINITY", "0-1:1", "0 1");
  check_malformed("x", "GOMP_CPU_AFFINITY", "zero", NULL);
  check_malformed("x", "GOMP_CPU_AFFINITY", "1-0", NULL);
  return check_result();
}
