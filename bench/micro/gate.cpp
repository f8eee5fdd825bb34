// Tasks held back by a first task until all are submitted: what outstanding tasks cost.
// `gate`: every task reads what the gate writes. `gatechain`: 64 chains whose first tasks do.
// Rows: <name>_<n> is wall time per task in ns, <name>_<n>_bytes peak resident memory per task.
//
// The gate task spins on a flag that the producer sets last, so it must run on another thread:
// the producer goes on only when it does. Needs at least two threads.
#include <sched.h>

#include <atomic>

#include "hash.hpp"
#include "measure.hpp"
#include "micro/produce.hpp"
#include "resident.hpp"

namespace {

using bench::mix;

void await(const std::atomic<bool>& flag) {
  // A few µs; with more threads than cores the other side needs the core.
  constexpr int k_spins_before_yield = 1000;
  // order: acquire, pairs with the release stores of Gate below
  for (int spins = 0; !flag.load(std::memory_order_acquire); ++spins)
    if (spins >= k_spins_before_yield) sched_yield();
}

class Gate {
 public:
  /// Creates the gate task and returns once another thread runs it.
  void close() {
    uint64_t* value = &value_;  // gcc takes no member in a depend clause
#pragma omp task depend(out : *value) firstprivate(value)
    {
      running_.store(true, std::memory_order_release);  // order: release, pairs with await(running_)
      await(open_);
      *value = k_passed;
    }
    await(running_);
  }
  void open() { open_.store(true, std::memory_order_release); }  // order: release, pairs with await(open_)
  uint64_t& value() { return value_; }
  static constexpr uint64_t k_passed = 7;

 private:
  std::atomic<bool> running_{false};
  std::atomic<bool> open_{false};
  uint64_t value_ = 0;
};

struct Independent {
  static void tasks(std::vector<uint64_t>& cells, uint64_t& gate) {
    const uint64_t* passed = &gate;
    for (uint64_t& slot : cells) {
      uint64_t* cell = &slot;
#pragma omp task depend(in : *passed) firstprivate(passed, cell)
      *cell = mix(*passed, 1);
    }
  }
  static bool holds(const std::vector<uint64_t>& cells) {
    return std::all_of(cells.begin(), cells.end(), [](uint64_t cell) { return cell == mix(Gate::k_passed, 1); });
  }
};

struct Chained {
  static constexpr size_t k_chains = 64;

  // The tasks of chain c write cells[c]; the other cells only give the number of tasks.
  static void tasks(std::vector<uint64_t>& cells, uint64_t& gate) {
    const uint64_t* passed = &gate;
    for (size_t i = 0; i < cells.size(); ++i) {
      uint64_t* cell = &cells[i % k_chains];
      if (i < k_chains) {
#pragma omp task depend(in : *passed) depend(inout : *cell) firstprivate(passed, cell)
        *cell = *passed;
      } else {
#pragma omp task depend(inout : *cell) firstprivate(cell, i)
        *cell = mix(*cell, i);
      }
    }
  }
  static bool holds(const std::vector<uint64_t>& cells) {
    std::vector<uint64_t> serial(k_chains, Gate::k_passed);
    for (size_t i = k_chains; i < cells.size(); ++i) serial[i % k_chains] = mix(serial[i % k_chains], i);
    return std::equal(serial.begin(), serial.begin() + std::min(k_chains, cells.size()), cells.begin());
  }
};

template <class Pattern>
double held_ns(std::vector<uint64_t>& cells) {
  Gate gate;
  return bench::produce_ns([&] {
    gate.close();
    Pattern::tasks(cells, gate.value());
    gate.open();
  });
}

template <class Pattern>
void measure(const std::string& name, long n) {
  int threads = 0;
#pragma omp parallel reduction(+ : threads)
  threads += 1;
  if (threads < 2) {
    std::fprintf(stderr, "%s: needs at least 2 threads, set OMP_NUM_THREADS\n", name.c_str());
    std::exit(2);
  }
  std::vector<uint64_t> few(64);
  held_ns<Pattern>(few);
  std::vector<uint64_t> cells(n);
  const double before = bench::resident_bytes();
  const double ns = held_ns<Pattern>(cells);
  const double bytes = bench::peak_resident_bytes() - before;
  const bench::Check check = bench::check_that(Pattern::holds(cells));
  const std::string row = name + "_" + std::to_string(n);
  bench::print_row(row, ns / static_cast<double>(n), "ns", check);
  bench::print_row(row + "_bytes", bytes / static_cast<double>(n), "B", check);
}

constexpr bench::Command k_commands[] = {
    {"gate", 200'000, measure<Independent>},
    {"gatechain", 200'000, measure<Chained>},
};

}  // namespace

int main(int argc, char** argv) { return bench::run_command(argc, argv, k_commands); }
