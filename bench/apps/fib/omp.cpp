// Fibonacci numbers by double recursion, a task for each call. fine: down to the leaves; coarse:
// serial below a cut-off.
#include "apps/app.hpp"

namespace {

struct Size {
  const char* variant;
  long n;
  long serial_below;
};

constexpr Size k_sizes[] = {{"fine", 29, 2}, {"coarse", 42, 26}};

long recursion(long n) { return n < 2 ? n : recursion(n - 1) + recursion(n - 2); }

long tasks(long n, long serial_below) {
  if (n < serial_below) return recursion(n);
  long left = 0;
  long right = 0;
#pragma omp task shared(left) firstprivate(n, serial_below)
  left = tasks(n - 1, serial_below);
#pragma omp task shared(right) firstprivate(n, serial_below)
  right = tasks(n - 2, serial_below);
#pragma omp taskwait
  return left + right;
}

long iteration(long n) {
  long low = 0;
  long high = 1;
  for (; n > 0; --n) {
    const long sum = low + high;
    low = high;
    high = sum;
  }
  return low;
}

}  // namespace

int main(int argc, char** argv) {
  const Size& size = bench::chosen_variant(argc, argv, k_sizes);
  long result = 0;
  const double seconds = bench::timed_team_s([&] { result = tasks(size.n, size.serial_below); });
  return bench::report({"fib", size.variant}, seconds, result == iteration(size.n));
}
