// task_reduction on taskgroups and in_reduction on tasks, taskloops and nested tasks add up, user-declared ones too.
#include "check.h"

typedef struct {
  long a, b;
} Pair;
#pragma omp declare reduction(add : Pair : omp_out.a += omp_in.a, omp_out.b += omp_in.b) \
    initializer(omp_priv = (Pair){0, 0})

static long walk(int depth) {
  long before = depth;
  return before;
}

int main(void) {
  long sum = 10, product = 1, table[4] = {0};
  Pair pair = {1, 2};
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup task_reduction(+ : sum, table) task_reduction(* : product) task_reduction(add : pair)
    {
      for (int i = 0; i < 100; i++) {
#pragma omp task in_reduction(+ : sum, table) in_reduction(add : pair) firstprivate(i)
        {
          sum += walk(i);
          table[i % 4]++;
          pair.a += i;
#pragma omp task in_reduction(add : pair)
          pair.b += 1;
#pragma omp taskwait
        }
        if (i < 10) {
#pragma omp task in_reduction(* : product)
          product *= 2;
        }
      }
#pragma omp taskloop in_reduction(+ : sum) num_tasks(7)
      for (int i = 0; i < 50; i++) sum += 1;
    }
    CHECK_EQ(sum, 10 + 4950 + 50);
    CHECK_EQ(product, 1024);
    for (int i = 0; i < 4; i++) CHECK_EQ(table[i], 25);
    CHECK_EQ(pair.a, 4951);
    CHECK_EQ(pair.b, 102);
#pragma omp taskgroup task_reduction(+ : sum)
    {
#pragma omp taskgroup task_reduction(+ : product)
      {
#pragma omp task in_reduction(+ : sum, product)
        sum += 1, product += 1;
      }
      CHECK_EQ(product, 1025);
    }
    CHECK_EQ(sum, 5011);
  }
  return check_result();
}
