// dialect: switches
// expect: sum 4950|minus 55|and 240|min 10|max 99|all 1|any 0|xor 0|behind 4950
// R1 to R5.
#include <stdio.h>

static int sum, seen;

int main(void) {
  int value = 0;
#pragma omp parallel for reduction(+ : value)
  for (int i = 0; i < 100; i++) value += i;
  printf("sum %d\n", value);
  value = 100;
#pragma omp parallel for reduction(- : value)
  for (int i = 0; i < 10; i++) value -= i;
  printf("minus %d\n", value);
  value = 0xF0;
#pragma omp parallel for reduction(& : value) schedule(static, 3)
  for (int i = 0; i < 20; i++) value &= 0xFFF0;
  printf("and %d\n", value);
  value = 50;
#pragma omp parallel for reduction(min : value)
  for (int i = 10; i < 100; i++) value = i < value ? i : value;
  printf("min %d\n", value);
  double most = 5;
#pragma omp parallel for reduction(max : most) schedule(static, 1)
  for (int i = 10; i < 100; i++) most = i > most ? i : most;
  printf("max %g\n", most);
  value = 1;
#pragma omp parallel for reduction(&& : value)
  for (int i = 1; i < 100; i++) value = value && i;
  printf("all %d\n", value);
  value = 0;
#pragma omp parallel for reduction(|| : value)
  for (int i = 1; i < 100; i++) value = value || i > 200;
  printf("any %d\n", value);
  value = 0;
#pragma omp parallel for reduction(^ : value)
  for (int i = 0; i < 64; i++) value ^= i;
  printf("xor %d\n", value);
  for (int i = 0; i < 500; i++) {
    sum = 0;
    seen = 0;
#pragma omp parallel
    {
#pragma omp for reduction(+ : sum) schedule(static, 8)
      for (int j = 0; j < 100; j++) sum += j;
#pragma omp task depend(in : sum) depend(out : seen)
      {
        seen = sum;
      }
    }
    if (seen != 4950) break;
  }
  printf("behind %d\n", seen);
  return 0;
}
