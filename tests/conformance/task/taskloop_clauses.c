// taskloop reductions, lastprivate, nogroup, nesting and the combined forms.
#include "check.h"

int main(void) {
  long sum = 100, last = -1, product = 1;
  int background = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop reduction(+ : sum) lastprivate(last) grainsize(3)
    for (int i = 0; i < 100; i++) sum += i, last = i;
    CHECK_EQ(sum, 5050);
    CHECK_EQ(last, 99);
#pragma omp taskloop simd reduction(+ : sum) num_tasks(4)
    for (unsigned long long i = 0; i < 100; i++) sum -= (long)i;
    CHECK_EQ(sum, 100);
#pragma omp taskgroup task_reduction(* : product)
    {
#pragma omp taskloop nogroup in_reduction(* : product)
      for (int i = 0; i < 10; i++) product *= 2;
#pragma omp taskloop nogroup shared(background)
      for (int i = 0; i < 40; i++) HIT(background);
    }
    CHECK_EQ(product, 1024);
    CHECK_EQ(PEEK(background), 40);
    long nested = 0;
#pragma omp taskloop reduction(+ : nested) grainsize(1)
    for (int i = 0; i < 8; i++) {
      long inner = 0;
#pragma omp taskloop reduction(+ : inner) num_tasks(3)
      for (int j = 0; j < 10; j++) inner += j;
      nested += inner;
    }
    CHECK_EQ(nested, 360);
  }
  sum = 0;
#pragma omp parallel master taskloop reduction(+ : sum)
  for (int i = 0; i < 50; i++) sum += i;
#ifdef __clang__  // clang 19 drops the construct
  sum += 25;
#else
#pragma omp parallel
#pragma omp masked taskloop simd reduction(+ : sum) collapse(2)
  for (int i = 0; i < 5; i++)
    for (int j = 0; j < 5; j++) sum += 1;
#endif
  CHECK_EQ(sum, 1225 + 25);
  return check_result();
}
