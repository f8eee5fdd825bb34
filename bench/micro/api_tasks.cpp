// Tasks by name (heddle.hpp): `fib` (fork-join without cut-off), `empty` (independent ones, one producer), `chain` and
// `chains64` (dependent ones). Values are wall time per task, in ns; the rows are those of tasks.cpp and
// dependences.cpp. OMP_NUM_THREADS says how many workers.
#include <array>

#include <heddle/heddle.hpp>

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
  heddle::spawn([&left, n] { left = fib_tasks(n - 1); });
  const long right = fib_tasks(n - 2);
  heddle::wait();
  return left + right;
}

template <class F>
double timed_ns(F work) {
  const double start = bench::now_ns();
  work();
  heddle::wait();
  return bench::now_ns() - start;
}

void fib(const std::string& name, long n) {
  long result = 0;
  timed_ns([&] { heddle::spawn([&] { result = fib_tasks(std::min(n, 20L)); }); });
  const double ns = timed_ns([&] { heddle::spawn([&] { result = fib_tasks(n); }); });
  const long spawns = fib_serial(n + 1) - 1;  // every call with n >= 2 spawns one task
  bench::print_row(name, ns / static_cast<double>(spawns), "ns", bench::check_that(result == fib_serial(n)));
}

void empty(const std::string& name, long n) {
  const auto make = [](long count) {
    for (long i = 0; i < count; ++i) heddle::spawn([] { ++t_counted; });
  };
  timed_ns([&] { make(n / 10); });
  const double ns = timed_ns([&] { make(n); });
  bench::print_row(name, ns / static_cast<double>(n), "ns", bench::Check::ok);
}

template <std::size_t k_chains>
void chains(const std::string& name, long n) {
  struct alignas(64) Cell {
    long value = 0;
  };
  std::array<Cell, k_chains> cells;
  const auto make = [&](long count) {
    for (long i = 0; i < count; ++i) {
      long& value = cells[i % k_chains].value;
      heddle::spawn([&value] { ++value; }, heddle::inout(value));
    }
  };
  timed_ns([&] { make(n / 10); });
  const double ns = timed_ns([&] { make(n); });
  long sum = 0;
  for (const Cell& cell : cells) sum += cell.value;
  bench::print_row(name, ns / static_cast<double>(n), "ns", bench::check_that(sum == n + n / 10));
}

constexpr bench::Command k_commands[] = {
    {"fib", 30, fib},
    {"empty", 1'000'000, empty},
    {"chain", 1'000'000, chains<1>},
    {"chains64", 1'000'000, chains<64>},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }
