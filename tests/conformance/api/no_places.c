// Without OMP_PLACES or binding there are no places to be on, and the affinity mask stays as it was.
#define _GNU_SOURCE
#include <sched.h>

#include "check.h"

int main(void) {
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  CHECK_EQ(omp_get_num_places(), 0);
  CHECK_EQ(omp_get_place_num(), -1);
  CHECK_EQ(omp_get_partition_num_places(), 0);
  CHECK_EQ(omp_get_proc_bind(), omp_proc_bind_false);
  CHECK_EQ(omp_get_place_num_procs(0), 0);
  omp_get_place_proc_ids(0, NULL);
  omp_get_partition_place_nums(NULL);
#pragma omp parallel
  {
    cpu_set_t mine;
    sched_getaffinity(0, sizeof mine, &mine);
    CHECK(CPU_EQUAL(&before, &mine));
    CHECK_EQ(omp_get_place_num(), -1);
  }
  CHECK_EQ(omp_get_num_procs(), CPU_COUNT(&before));
  return check_result();
}
