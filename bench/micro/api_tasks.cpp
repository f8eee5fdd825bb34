// Tasks by name (heddle.hpp): `api_fib` (fork-join without cut-off), `api_independent` (one producer), `api_chain` and
// `api_stencil` (dependent ones, micro/patterns.hpp). Values are wall time per task, in ns; peers/tbb has the same
// rows. OMP_NUM_THREADS says how many workers.
#include <heddle/heddle.hpp>

#include "measure.hpp"
#include "micro/patterns.hpp"

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

void independent(const std::string& name, long n) {
  const auto make = [](long count) {
    for (long i = 0; i < count; ++i) heddle::spawn([] { ++t_counted; });
  };
  timed_ns([&] { make(n / 10); });
  const double ns = timed_ns([&] { make(n); });
  bench::print_row(name, ns / static_cast<double>(n), "ns", bench::Check::ok);
}

template <class Pattern>
void measure(const std::string& name, long size) {
  bench::measure_pattern<Pattern>(name, size, [](Pattern& pattern) { return timed_ns([&] { pattern.tasks(); }); });
}

class Chain : public bench::ChainsOf<1> {
 public:
  using ChainsOf::ChainsOf;
  void tasks() {
    for (long i = 0; i < n_; ++i) {
      uint64_t& cell = *at(i);
      heddle::spawn([&cell, i] { cell = bench::mix(cell, i); }, heddle::inout(cell));
    }
  }
};

class Stencil : public bench::StencilOf {
 public:
  using StencilOf::StencilOf;
  void tasks() {
    for (long step = 0; step < steps_; ++step)
      for (long point = 0; point < k_width; ++point) {
        const uint64_t *left = at(step, point - 1), *middle = at(step, point), *right = at(step, point + 1);
        uint64_t* const to = at(step + 1, point);
        heddle::spawn([=] { *to = next(left, middle, right); }, heddle::in(*left), heddle::in(*middle),
                      heddle::in(*right), heddle::out(*to));
      }
  }
};

constexpr bench::Command k_commands[] = {
    {"api_fib", 30, fib},
    {"api_independent", 1'000'000, independent},
    {"api_chain", 300'000, measure<Chain>},
    {"api_stencil", 320'000, measure<Stencil>},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }
