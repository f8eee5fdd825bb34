// Settings made inside a region belong to that thread's implicit task: neither siblings nor the region's creator see them.
#include "check.h"

int main(void) {
  omp_set_num_threads(4);
  omp_set_schedule(omp_sched_static, 3);
  omp_set_max_active_levels(2);
#pragma omp parallel
  {
    int me = omp_get_thread_num();
    CHECK_EQ(omp_get_max_threads(), 4);
    omp_set_num_threads(me + 2);
    omp_set_schedule(omp_sched_dynamic, me + 10);
#pragma omp barrier
    omp_sched_t kind;
    int chunk;
    omp_get_schedule(&kind, &chunk);
    CHECK_EQ(omp_get_max_threads(), me + 2);
    CHECK_EQ(kind & ~omp_sched_monotonic, omp_sched_dynamic);
    CHECK_EQ(chunk, me + 10);
    int inner = 0;
#pragma omp parallel reduction(+ : inner)
    {
      inner++;
      CHECK_EQ(omp_get_max_threads(), me + 2);
    }
    CHECK_EQ(inner, me + 2);
  }
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ(omp_get_max_threads(), 4);
  CHECK_EQ(kind & ~omp_sched_monotonic, omp_sched_static);
  CHECK_EQ(chunk, 3);
  return check_result();
}
