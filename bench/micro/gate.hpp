// The gate: a task that holds all others back until they are submitted, and what the cells must hold afterwards. How
// tasks are created is left to each runtime: micro/gate.cpp for OpenMP, peers/tbb/gate.cpp for oneTBB.
//
// The gate task spins on a flag that the producer sets last, so it must run on another thread: the producer goes on
// only when it does. Needs at least two threads.
#pragma once

#include <sched.h>

#include <atomic>

#include "hash.hpp"
#include "measure.hpp"
#include "resident.hpp"

namespace bench {

class Gate {
 public:
  /// The gate task's body.
  void hold() {
    running_.store(true, std::memory_order_release);  // order: release, pairs with await(running_)
    await(open_);
    value_ = k_passed;
  }
  void await_running() const { await(running_); }
  void open() { open_.store(true, std::memory_order_release); }  // order: release, pairs with await(open_)
  uint64_t& value() { return value_; }
  static constexpr uint64_t k_passed = 7;

 private:
  static void await(const std::atomic<bool>& flag) {
    // A few µs; with more threads than cores the other side needs the core.
    constexpr int k_spins_before_yield = 1000;
    // order: acquire, pairs with the release stores of hold() and open()
    for (int spins = 0; !flag.load(std::memory_order_acquire); ++spins)
      if (spins >= k_spins_before_yield) sched_yield();
  }

  std::atomic<bool> running_{false};
  std::atomic<bool> open_{false};
  uint64_t value_ = 0;
};

using GatedCells = std::vector<uint64_t>;

/// Every task reads what the gate writes, and writes a cell of its own.
struct Independent {
  static uint64_t next(uint64_t passed) { return mix(passed, 1); }
  static bool holds(const GatedCells& cells) {
    return std::all_of(cells.begin(), cells.end(), [](uint64_t cell) { return cell == next(Gate::k_passed); });
  }
};

/// 64 chains whose first tasks read what the gate writes. The tasks of chain c write cells[c]; the other cells only
/// give the number of tasks.
struct Chained {
  static constexpr size_t k_chains = 64;
  static bool holds(const GatedCells& cells) {
    std::vector<uint64_t> serial(k_chains, Gate::k_passed);
    for (size_t i = k_chains; i < cells.size(); ++i) serial[i % k_chains] = mix(serial[i % k_chains], i);
    return std::equal(serial.begin(), serial.begin() + std::min(k_chains, cells.size()), cells.begin());
  }
};

/// Runs `held_ns(cells)` with n cells, after a small run that warms up; prints time and peak resident memory per task.
template <class Pattern, class HeldNs>
void measure_gate(const std::string& name, long n, HeldNs held_ns) {
  GatedCells few(64);
  held_ns(few);
  GatedCells cells(n);
  const double before = resident_bytes();
  const double ns = held_ns(cells);
  const double bytes = peak_resident_bytes() - before;
  const Check check = check_that(Pattern::holds(cells));
  const std::string row = name + "_" + std::to_string(n);
  print_row(row, ns / static_cast<double>(n), "ns", check);
  print_row(row + "_bytes", bytes / static_cast<double>(n), "B", check);
}

inline void need_two_threads(const std::string& name, int threads) {
  if (threads >= 2) return;
  std::fprintf(stderr, "%s: needs at least 2 threads, set OMP_NUM_THREADS\n", name.c_str());
  std::exit(2);
}

}  // namespace bench
