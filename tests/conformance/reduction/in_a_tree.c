// Reductions that LLVM's runtime may combine in a tree: all ways give the sum, with and without a barrier behind
// env: KMP_FORCE_REDUCTION=tree
// env: OMP_CANCELLATION=true
#include "check.h"

enum { k_rounds = 200, k_size = 37 };

// What follows the loop needs what was reduced, so there is a barrier.
static void sums(void) {
  long total = 0, product_of_signs = 1, array[k_size] = {0};
  double real = 0;
#pragma omp parallel
  for (int round = 0; round < k_rounds; round++) {
#pragma omp for reduction(+ : total, real, array[:k_size]) reduction(* : product_of_signs)
    for (int i = 0; i < k_size; i++) {
      total += i;
      real += 0.5 * i;
      array[i] += i;
      product_of_signs *= -1;
    }
    CHECK_EQ(total, (long)(round + 1) * (k_size * (k_size - 1) / 2));
    CHECK(real == 0.5 * (double)total);
    CHECK_EQ(array[k_size - 1], (long)(round + 1) * (k_size - 1));
    CHECK_EQ(product_of_signs, round % 2 == 0 ? -1 : 1);
#pragma omp barrier
  }
}

static void sums_without_barrier(void) {
  long first = 0, second = 0;
#pragma omp parallel
  for (int round = 0; round < k_rounds; round++) {
#pragma omp for reduction(+ : first) nowait
    for (int i = 0; i < k_size; i++) first += i;
#pragma omp for reduction(+ : second) schedule(dynamic) nowait
    for (int i = 0; i < k_size; i++) second += i;
  }
  CHECK_EQ(first, (long)k_rounds * (k_size * (k_size - 1) / 2));
  CHECK_EQ(second, first);
}

// A thread that leaves a cancelled region does not come by, and nobody waits for it.
static void cancelled(void) {
  for (int round = 0; round < 20; round++) {
    long sum = 0;
    int after = 0;
#pragma omp parallel
    {
      if (omp_get_thread_num() == omp_get_num_threads() - 1) {
#pragma omp cancel parallel
      }
#pragma omp for reduction(+ : sum) nowait
      for (int i = 0; i < k_size; i++) sum += i;
#pragma omp cancellation point parallel
#pragma omp atomic
      after++;
    }
    CHECK(after < omp_get_max_threads() || omp_get_max_threads() == 1 || !omp_get_cancellation());
  }
}

// Sums of numbers of very different size depend on the order; in a tree it is always the same.
static void same_every_time(void) {
  double first = 0;
  for (int round = 0; round < 20; round++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum) schedule(static)
    for (int i = 0; i < 1000; i++) sum += i % 3 == 0 ? 1e15 / (i + 1) : 1.0 / (i + 1);
    if (round == 0) first = sum;
#ifdef __clang__
    CHECK(sum == first);
#endif
  }
  CHECK(first > 0);
}

int main(void) {
  sums();
  sums_without_barrier();
  cancelled();
  same_every_time();
  return check_result();
}
