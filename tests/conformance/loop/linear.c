// linear variables have their sequential value in each iteration and after the loop.
#include "check.h"

int main(void) {
  int by_two = 10, seen[40];
  long by_value = 5;
  char *walker = (char *)seen;
#pragma omp parallel for linear(by_two : 2) linear(by_value) linear(walker : 4) schedule(static, 3)
  for (int i = 0; i < 40; i++) {
    CHECK_EQ(by_two, 10 + 2 * i);
    CHECK_EQ(by_value, 5 + i);
    CHECK(walker == (char *)&seen[i]);
    seen[i] = by_two;
    by_two += 2;
    by_value++;
    walker += 4;
  }
  CHECK_EQ(by_two, 90);
  CHECK_EQ(by_value, 45);
  for (int i = 0; i < 40; i++) CHECK_EQ(seen[i], 10 + 2 * i);
  int x = 0;
#pragma omp parallel for simd linear(x : 3) schedule(static)
  for (int i = 0; i < 1000; i++) x += 3;
  CHECK_EQ(x, 3000);
  return check_result();
}
