// The last unit of a loop whose chunks come in any order: whoever finds nothing else to run takes it, and then leaves.
//
// GCC's code copies lastprivate and linear variables out of the thread whose *latest* chunk ends the loop. So whoever
// runs the last iteration may run nothing after it; kept for the end, it costs no thread its further share of the work.
// Any thread: take. One thread, before the loop is known to others: open.
#pragma once

#include <atomic>

#include "graph/loop_units.hpp"

namespace heddle::graph {

template <class P>
class LastUnit {
 public:
  void open(const LoopUnits& units) noexcept {
    // order: relaxed — published with the loop itself.
    taken_.store(units.count() == 0, std::memory_order_relaxed);
  }

  /// @returns the last unit, once. To a seat that has it, the loop gives nothing more.
  sync::Range take(const LoopUnits& units) noexcept {
    // order: relaxed (both) — a claim; iterations carry no data from one to the next.
    if (taken_.load(std::memory_order_relaxed)) return {};
    return taken_.exchange(true, std::memory_order_relaxed) ? sync::Range{} : units.last();
  }

 private:
  typename P::template atomic<bool> taken_{false};
};

}  // namespace heddle::graph
