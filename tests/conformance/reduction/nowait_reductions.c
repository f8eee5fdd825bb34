// Reductions on nowait loops are complete after the next barrier; many in a row do not disturb each other.
#include "check.h"

int main(void) {
  long a = 0, b = 0, c[3] = {0, 0, 0};
#pragma omp parallel
  {
    for (int round = 0; round < 30; round++) {
#pragma omp for reduction(+ : a) nowait schedule(dynamic, 3)
      for (int i = 0; i < 50; i++) a += i;
#pragma omp for reduction(+ : b) nowait schedule(static)
      for (int i = 0; i < 50; i++) b += 2 * i;
#pragma omp for reduction(+ : c) nowait schedule(guided)
      for (int i = 0; i < 51; i++) c[i % 3]++;
    }
#pragma omp barrier
    CHECK_EQ(a, 30 * 1225);
    CHECK_EQ(b, 30 * 2450);
    CHECK_EQ(c[2], 30 * 17);
  }
  return check_result();
}
