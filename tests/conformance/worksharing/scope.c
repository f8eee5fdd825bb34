// scope reduces over the team, gives private copies, works outside any region, and nowait leaves out its barrier.
// gcc-only: clang 19 stops at "cannot compile this scope with FE outlining yet"
#include "check.h"

static int total;

static void orphaned(void) {
#pragma omp scope reduction(+ : total)
  total += 5;
}

int main(void) {
  int sum = 0, product = 1, rounds = 0;
#pragma omp parallel num_threads(4)
  {
    int own = omp_get_thread_num();
    for (int round = 1; round <= 50; round++) {
#pragma omp scope reduction(+ : sum) reduction(* : product) private(own)
      {
        own = omp_get_thread_num();
        sum += own + 1;
        product *= own == 3 && round <= 10 ? 2 : 1;
        own = 99;
      }
      CHECK_EQ(sum, 10 * round);
      CHECK_EQ(own, omp_get_thread_num());
#pragma omp barrier
    }
#pragma omp scope nowait reduction(+ : rounds)
    rounds += 1;
  }
  CHECK_EQ(product, 1024);
  CHECK_EQ(rounds, 4);
  orphaned();
  CHECK_EQ(total, 5);
#pragma omp parallel num_threads(3)
  orphaned();
  CHECK_EQ(total, 20);
  return check_result();
}
