// A program as the paper writes it (Code Snippet 6): counts primes, whose tests take ever longer.
// g++ -O2 -fopenmp -I<prefix>/include/heddle/papers primes.cpp -L<prefix>/lib -lheddle
#include <omp.h>
#include <cstdio>
#include "IDWS.h"

static bool is_prime(unsigned n) {
  for (unsigned d = 2; d * d <= n; ++d)
    if (n % d == 0) return false;
  return n >= 2;
}

int main() {
  const unsigned size = 200000;
  long primes = 0, evens = 0;
  IDWS::IDWS_Initialize();
  int nthreads = omp_get_max_threads();
#pragma omp parallel reduction(+ : primes, evens)
  {
    int tid = omp_get_thread_num();
    // clang-format off
    IDWS_prologue(unsigned, n, size)
      if (n % 2 == 0 && n != 2) continue;
      if (is_prime(n)) ++primes;
    IDWS_epilogue
    IDWS_prologue(size_t, n, size)
      if (n % 2 == 0) ++evens;
    IDWS_epilogue
    // clang-format on
  }
  IDWS::IDWS_Finalize();
  std::printf("%ld primes, %ld even numbers below %u\n", primes, evens, size);
  return primes == 17984 && evens == size / 2 ? 0 : 1;
}
