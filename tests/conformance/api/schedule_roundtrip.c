// omp_set_schedule and omp_get_schedule return what was set; chunks below one mean the default.
#include "check.h"

static void roundtrip(omp_sched_t set, int chunk, omp_sched_t wanted, int wanted_chunk) {
  omp_sched_t kind;
  int got;
  omp_set_schedule(set, chunk);
  omp_get_schedule(&kind, &got);
  CHECK_EQ(kind & 0x7fffffff, wanted);
  if (wanted_chunk >= 0) CHECK_EQ(got, wanted_chunk);
}

int main(void) {
  roundtrip(omp_sched_static, 5, omp_sched_static, 5);
  roundtrip(omp_sched_static, 0, omp_sched_static, 0);
  roundtrip(omp_sched_static, -1, omp_sched_static, 0);
  roundtrip(omp_sched_dynamic, 9, omp_sched_dynamic, 9);
  roundtrip(omp_sched_dynamic, 0, omp_sched_dynamic, 1);
  roundtrip(omp_sched_guided, 4, omp_sched_guided, 4);
  roundtrip(omp_sched_guided, -5, omp_sched_guided, 1);
  roundtrip(omp_sched_auto, 3, omp_sched_auto, -1);
  roundtrip((omp_sched_t)(omp_sched_dynamic | omp_sched_monotonic), 2, omp_sched_dynamic, 2);
  omp_sched_t kind;
  int chunk;
  omp_get_schedule(&kind, &chunk);
  CHECK((unsigned)kind & 0x80000000u);
  omp_set_schedule((omp_sched_t)99, 5);
  omp_get_schedule(&kind, &chunk);
  CHECK_EQ(kind & 0x7fffffff, omp_sched_dynamic);
  return check_result();
}
