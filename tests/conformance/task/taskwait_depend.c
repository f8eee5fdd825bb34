// taskwait depend waits for the tasks it names, and lets the others go on: it ends while an unrelated task still blocks.
#include "check.h"

int main(void) {
  int x = 0, y = 0, go = 0, blocked = 0, waited = 0;
#pragma omp parallel num_threads(3)
#pragma omp single
  {
    int can_block = omp_get_num_threads() > 1;
#pragma omp task depend(out : y) shared(y, go, blocked) if (can_block)
    {
      POKE(blocked, 1);
      while (can_block && !PEEK(go)) {
      }
      y = 1;
    }
    while (!PEEK(blocked)) {  // no scheduling point: another thread takes the blocking task
    }
#pragma omp task depend(out : x) shared(x)
    x = 5;
#pragma omp taskwait depend(in : x)
    CHECK_EQ(x, 5);
    waited = 1;
    POKE(go, 1);
#pragma omp taskwait depend(inout : y)
    CHECK_EQ(y, 1);
  }
  CHECK_EQ(waited, 1);
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++) {
#pragma omp task depend(inout : x) shared(x)
    x++;
#pragma omp task depend(in : y) shared(y)
    (void)y;
    if (i % 10 == 0) {
#pragma omp taskwait depend(in : x)
      CHECK_EQ(x, 6 + i);
    }
#pragma omp taskwait depend(iterator(k = 0 : 1), in : (&x)[k])
    CHECK_EQ(x, 6 + i);
  }
  return check_result();
}
