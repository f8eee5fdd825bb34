// taskwait with nowait orders tasks among each other; the creator goes on, and what it does next may be waited for.
// heddle-only: libomp 19 waits
#include "check.h"

#ifndef __clang__
int main(void) { return check_skip("gcc 12 does not know nowait on taskwait"); }
#else

static int x, y, gate;

static void between(int all_memory) {
  int seen = 0, threads = omp_get_num_threads();
  POKE(gate, threads == 1);
  x = y = 0;
#pragma omp task depend(out : x)
  {
    while (!PEEK(gate)) sched_yield();
    x = 1;
  }
  if (all_memory) {
#pragma omp taskwait depend(inout : omp_all_memory) nowait
  } else {
#pragma omp taskwait depend(in : x) depend(out : y) nowait
  }
#pragma omp task depend(in : y) shared(seen)  // of x it says nothing
  {
    CHECK_EQ(x, 1);
    HIT(seen);
  }
  POKE(gate, 1);
#pragma omp taskwait
  CHECK_EQ(seen, 1);
}

int main(void) {
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++) {
    between(0);
    between(1);
  }
  return check_result();
}
#endif
