// Old binaries: GOMP_parallel_start, the body called by the master, GOMP_parallel_end; nested and repeated.
#include "gomp_abi.h"

typedef struct {
  int members, numbers, level;
} Tally;

static void body(void* argument) {
  Tally* tally = argument;
  HIT(tally->members);
  __atomic_fetch_add(&tally->numbers, omp_get_thread_num(), __ATOMIC_RELAXED);
  POKE(tally->level, omp_get_level());
  GOMP_barrier();
}

static void outer(void* argument) {
  Tally inner = {0};
  GOMP_parallel_start(body, &inner, 2);
  body(&inner);
  GOMP_parallel_end();
  CHECK_EQ(inner.members, 2);
  CHECK_EQ(inner.level, 2);
  body(argument);
}

int main(void) {
  for (unsigned size = 0; size < 7; size++) {
    Tally tally = {0};
    int wanted = size ? (int)size : omp_get_max_threads();
    GOMP_parallel_start(body, &tally, size);
    CHECK_EQ(omp_get_num_threads(), wanted);
    CHECK_EQ(omp_get_thread_num(), 0);
    body(&tally);
    GOMP_parallel_end();
    CHECK_EQ(tally.members, wanted);
    CHECK_EQ(tally.numbers, wanted * (wanted - 1) / 2);
    CHECK_EQ(omp_get_level(), 0);
  }
  omp_set_max_active_levels(2);
  Tally tally = {0};
  GOMP_parallel_start(outer, &tally, 3);
  outer(&tally);
  GOMP_parallel_end();
  CHECK_EQ(tally.members, 3);
  return check_result();
}
