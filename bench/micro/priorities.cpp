// Tasks with priorities, made by one producer: `urgent` (all of priority 1), `urgent_many` (a hundred priorities),
// `urgent_mixed` (every other task has one), `urgent_depend` (64 chains). Run with OMP_MAX_TASK_PRIORITY=100, without
// which libgomp and libomp count none. Values are wall time per task, in ns.
#include "measure.hpp"
#include "micro/produce.hpp"

namespace {

constexpr long k_priorities = 100;
constexpr long k_chains = 64;

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

template <class Produce>
void measure(const std::string& name, long n, Produce produce) {
  bench::produce_ns([&] { produce(n / 10); });
  take_counts();
  const double ns = bench::produce_ns([&] { produce(n); });
  bench::print_row(name, ns / static_cast<double>(n), "ns", bench::check_that(take_counts() == n));
}

void urgent(const std::string& name, long n) {
  measure(name, n, [](long tasks) {
    for (long i = 0; i < tasks; ++i) {
#pragma omp task priority(1)
      ++counted;
    }
  });
}

void urgent_many(const std::string& name, long n) {
  measure(name, n, [](long tasks) {
    for (long i = 0; i < tasks; ++i) {
#pragma omp task priority(1 + i % k_priorities)
      ++counted;
    }
  });
}

void urgent_mixed(const std::string& name, long n) {
  measure(name, n, [](long tasks) {
    for (long i = 0; i < tasks; ++i) {
#pragma omp task priority(i % 2)
      ++counted;
    }
  });
}

void urgent_depend(const std::string& name, long n) {
  static long steps[k_chains];
  const auto produce = [](long tasks) {
    for (long i = 0; i < tasks; ++i) {
      long* const chain = &steps[i % k_chains];
#pragma omp task priority(1) depend(inout : *chain) firstprivate(chain)
      {
        ++*chain;
        ++counted;
      }
    }
  };
  measure(name, n, produce);
  long made = 0;
  for (const long count : steps) made += count;
  if (made != n + n / 10) bench::print_row(name + "_chains", 0, "ns", bench::check_that(false));
}

constexpr bench::Command k_commands[] = {
    {"urgent", 100'000, urgent},
    {"urgent_many", 100'000, urgent_many},
    {"urgent_mixed", 100'000, urgent_mixed},
    {"urgent_depend", 100'000, urgent_depend},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }
