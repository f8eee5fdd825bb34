// The place queries describe OMP_PLACES: counts, processors of each place, the partition, one's own place.
// env: OMP_PLACES={0},{1},{0,1}
// env: OMP_PROC_BIND=close
#include "check.h"

int main(void) {
  if (omp_get_num_procs() < 2) return check_skip("the places name two processors");
  CHECK_EQ(omp_get_num_places(), 3);
  CHECK_EQ(omp_get_place_num_procs(0), 1);
  CHECK_EQ(omp_get_place_num_procs(1), 1);
  CHECK_EQ(omp_get_place_num_procs(2), 2);
  CHECK_EQ(omp_get_place_num_procs(3), 0);
  CHECK_EQ(omp_get_place_num_procs(-1), 0);
  int ids[2] = {-1, -1};
  omp_get_place_proc_ids(1, ids);
  CHECK_EQ(ids[0], 1);
  omp_get_place_proc_ids(2, ids);
  CHECK_EQ(ids[0] + ids[1], 1);
  CHECK_EQ(omp_get_proc_bind(), omp_proc_bind_close);
  CHECK_EQ(omp_get_partition_num_places(), 3);
  int partition[3] = {-1, -1, -1};
  omp_get_partition_place_nums(partition);
  for (int i = 0; i < 3; i++) CHECK_EQ(partition[i], i);
  CHECK_EQ(omp_get_place_num(), 0);
#pragma omp parallel num_threads(3)
  CHECK_EQ(omp_get_place_num(), omp_get_thread_num());
#pragma omp parallel num_threads(3) proc_bind(master)
  CHECK_EQ(omp_get_place_num(), 0);
#pragma omp parallel num_threads(3) proc_bind(spread)
  {
    CHECK_EQ(omp_get_place_num(), omp_get_thread_num());
    CHECK_EQ(omp_get_partition_num_places(), 1);
  }
  return check_result();
}
