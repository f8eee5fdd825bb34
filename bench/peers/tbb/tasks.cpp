// oneTBB's side of micro/api_tasks.cpp: `api_fib` and `api_independent`, by task_group. Values are wall time per task,
// in ns. OMP_NUM_THREADS says how many threads.
#include <cstdlib>
#include <utility>

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_group.h>

#include "measure.hpp"

namespace {

thread_local long t_counted = 0;

long fib_serial(long n) {
  long low = 0;
  long high = 1;
  for (long i = 0; i < n; ++i) low = std::exchange(high, low + high);
  return low;
}

long fib_tasks(long n) {
  if (n < 2) return n;
  long left = 0;
  tbb::task_group group;
  group.run([&left, n] { left = fib_tasks(n - 1); });
  const long right = fib_tasks(n - 2);
  group.wait();
  return left + right;
}

void fib(const std::string& name, long n) {
  fib_tasks(std::min(n, 20L));
  const double start = bench::now_ns();
  const long result = fib_tasks(n);
  const double ns = bench::now_ns() - start;
  const long spawns = fib_serial(n + 1) - 1;
  bench::print_row(name, ns / static_cast<double>(spawns), "ns", bench::check_that(result == fib_serial(n)));
}

void independent(const std::string& name, long n) {
  tbb::task_group group;
  const auto make = [&group](long count) {
    const double start = bench::now_ns();
    for (long i = 0; i < count; ++i) group.run([] { ++t_counted; });
    group.wait();
    return bench::now_ns() - start;
  };
  make(n / 10);
  bench::print_row(name, make(n) / static_cast<double>(n), "ns", bench::Check::ok);
}

constexpr bench::Command k_commands[] = {{"api_fib", 30, fib}, {"api_independent", 1'000'000, independent}};

}  // namespace

int main(int argc, char** argv) {
  const char* const threads = std::getenv("OMP_NUM_THREADS");
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  threads == nullptr ? 2 : std::strtoul(threads, nullptr, 10));
  return bench::run_command(argc, argv, k_commands);
}
