// With OMP_PLACES=cores or threads and OMP_PROC_BIND, each thread of a team sits on one place's processors.
// env: OMP_PLACES=threads
// env: OMP_PROC_BIND=spread
#define _GNU_SOURCE
#include <sched.h>

#include "check.h"

int main(void) {
  int places = omp_get_num_places();
  CHECK(places >= 1);
#pragma omp parallel
  {
    cpu_set_t mine;
    int place = omp_get_place_num(), id = -1;
    CHECK(place >= 0 && place < places);
    sched_getaffinity(0, sizeof mine, &mine);
    CHECK_EQ(CPU_COUNT(&mine), 1);
    CHECK_EQ(omp_get_place_num_procs(place), 1);
    omp_get_place_proc_ids(place, &id);
    CHECK(id >= 0 && CPU_ISSET(id, &mine));
  }
  return check_result();
}
