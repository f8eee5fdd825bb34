// A taskloop without iterations leaves its reduction variable as it was.
#include "check.h"

static int sum_up_to(int count) {
  int sum = 5;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : sum)
  for (int i = 0; i < count; i++) sum += i;
  return sum;
}

int main(void) {
  CHECK_EQ(sum_up_to(0), 5);
  CHECK_EQ(sum_up_to(-3), 5);
  CHECK_EQ(sum_up_to(10), 50);
  return check_result();
}
