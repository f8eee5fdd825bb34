// Independent tasks: `empty` (one producer), `producers` (every thread creates), `fib` (fork-join
// without cut-off). Values are wall time per task, in ns.
#include "measure.hpp"
#include "micro/produce.hpp"

namespace {

using bench::Check;

// One counter per thread: the tasks count without sharing a line.
thread_local long counted = 0;

long take_counts() {
  long sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    sum += counted;
    counted = 0;
  }
  return sum;
}

void create_counting(long n) {
  for (long i = 0; i < n; ++i) {
#pragma omp task
    ++counted;
  }
}

void empty(const std::string& name, long n) {
  bench::produce_ns([&] { create_counting(n / 10); });
  take_counts();
  const double ns = bench::produce_ns([&] { create_counting(n); });
  bench::print_row(name, ns / static_cast<double>(n), "ns", bench::check_that(take_counts() == n));
}

double produce_everywhere_ns(long per_thread) {
  const double start = bench::now_ns();
#pragma omp parallel
  {
    create_counting(per_thread);
#pragma omp taskwait
  }
  return bench::now_ns() - start;
}

void producers(const std::string& name, long n) {
  long threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  produce_everywhere_ns(n / threads / 10);
  take_counts();
  const double ns = produce_everywhere_ns(n / threads);
  const long made = n / threads * threads;
  bench::print_row(name, ns / static_cast<double>(made), "ns", bench::check_that(take_counts() == made));
}

long fib_tasks(long n) {
  if (n < 2) return n;
  long left = 0;
#pragma omp task shared(left) firstprivate(n)
  left = fib_tasks(n - 1);
  const long right = fib_tasks(n - 2);
#pragma omp taskwait
  return left + right;
}

long fib_serial(long n) {
  long low = 0;
  long high = 1;
  for (long i = 0; i < n; ++i) {
    const long sum = low + high;
    low = high;
    high = sum;
  }
  return low;
}

void fib(const std::string& name, long n) {
  long result = 0;
  bench::produce_ns([&] { result = fib_tasks(std::min(n, 20L)); });
  const double ns = bench::produce_ns([&] { result = fib_tasks(n); });
  const long spawns = fib_serial(n + 1) - 1;  // every call with n >= 2 spawns one task
  bench::print_row(name, ns / static_cast<double>(spawns), "ns", bench::check_that(result == fib_serial(n)));
}

constexpr bench::Command k_commands[] = {
    {"empty", 1'000'000, empty},
    {"producers", 1'000'000, producers},
    {"fib", 30, fib},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }
