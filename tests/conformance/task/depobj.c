// depobj keeps a dependence for later: created, updated, used by several tasks, mixed with plain ones, destroyed.
#include "check.h"

int main(void) {
  int x = 0, y = 0, readers = 0;
  omp_depend_t on_x, on_y, mutex_x;
#pragma omp depobj(on_x) depend(inout : x)
#pragma omp depobj(on_y) depend(in : y)
#pragma omp depobj(mutex_x) depend(mutexinoutset : x)
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 100; i++) {
#pragma omp task depend(depobj : on_x) shared(x)
    {
      CHECK_EQ(x, i * 3);
      x++;
    }
#pragma omp task depend(depobj : mutex_x) shared(x)
    x++;
#pragma omp task depend(depobj : mutex_x) shared(x)
    x++;
#pragma omp task depend(out : y) shared(y)
    y = i;
#pragma omp task depend(depobj : on_y) depend(depobj : on_x) shared(x, y, readers)
    {
      CHECK_EQ(x, i * 3 + 3);
      CHECK_EQ(y, i);
      HIT(readers);
    }
  }
  CHECK_EQ(readers, 100);
#pragma omp depobj(on_x) update(in)
#pragma omp parallel
#pragma omp single
  {
#pragma omp task depend(out : x) shared(x)
    x = -5;
    for (int i = 0; i < 10; i++) {
#pragma omp task depend(depobj : on_x) shared(x)
      CHECK_EQ(x, -5);
    }
#pragma omp task depend(inout : x) shared(x)
    x = 9;
  }
  CHECK_EQ(x, 9);
#pragma omp depobj(on_x) destroy
#pragma omp depobj(on_y) destroy
#pragma omp depobj(mutex_x) destroy
  return check_result();
}
