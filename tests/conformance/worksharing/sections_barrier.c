// Everything written in a section is visible after the construct's barrier, to every thread.
#include "check.h"

int main(void) {
  int a = 0, b = 0, c = 0;
#pragma omp parallel
  for (int round = 1; round <= 200; round++) {
#pragma omp sections
    {
      a = round;
#pragma omp section
      b = round * 2;
#pragma omp section
      c = round * 3;
    }
    CHECK_EQ(a, round);
    CHECK_EQ(b, round * 2);
    CHECK_EQ(c, round * 3);
#pragma omp barrier
  }
  return check_result();
}
