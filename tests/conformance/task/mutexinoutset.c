// mutexinoutset tasks exclude each other on each address, in any order, between the writers before and after them.
#include "check.h"

int main(void) {
  int x = 0, y = 0, inside_x = 0, inside_y = 0;
#pragma omp parallel
#pragma omp single
  for (int round = 0; round < 20; round++) {
#pragma omp task depend(out : x, y) shared(x, y)
    x = y = 0;
    for (int i = 0; i < 12; i++) {
#pragma omp task depend(mutexinoutset : x) shared(x, inside_x)
      {
        CHECK_ALONE(inside_x);
        x++;
      }
#pragma omp task depend(mutexinoutset : x, y) shared(x, y, inside_x, inside_y)
      {
        CHECK_ALONE(inside_x);
        CHECK_ALONE(inside_y);
        x++;
        y++;
      }
    }
#pragma omp task depend(in : x, y) shared(x, y)
    {
      CHECK_EQ(x, 24);
      CHECK_EQ(y, 12);
    }
  }
  return check_result();
}
