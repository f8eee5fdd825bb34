// Helper: a worker that has left a region comes in again, to run tasks or to look. From then on the master waits for it
// before it closes the region, unless it has done so already, so while it is in, the team is that region's.
//
// Called by the pool thread itself, with the number of the region that it has left last, as it remembers it: not as the
// team says, which may be another master's by now. Member::left is 2r when its worker has left region r, and 2r + 1
// while it helps there. Model: tests/model/region_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

#include "runtime/runtime.hpp"
#include "runtime/team.hpp"

namespace heddle::runtime {

template <class P>
class Helper {
 public:
  /// Whether the region that the worker has left has had tasks and is open: for sure only until the answer, unless it
  /// is in.
  static bool is_open(const Worker<P>& worker, std::uint64_t region) noexcept {
    const Team<P>& team = *worker.member->team;
    // order: acquire (both) — pairs with mark_tasking() and close(): see there.
    return team.tasking.load(std::memory_order_acquire) == region &&
           team.closed.load(std::memory_order_acquire) < region;
  }
  /// Fails when the team was given up, and the seat is somebody else's who has left a later region.
  static bool enter(Worker<P>& worker, std::uint64_t region) noexcept {
    std::uint64_t gone = 2 * region;
    // order: seq_cst, fence — the Dekker pair of send_helpers_away(). relaxed: nothing was done.
    if (!worker.member->left.compare_exchange_strong(gone, gone + 1, std::memory_order_seq_cst,
                                                     std::memory_order_relaxed))
      return false;
    P::fence(std::memory_order_seq_cst);
    return true;
  }
  static void leave_again(Worker<P>& worker, std::uint64_t region) noexcept {
    std::uint64_t helping = 2 * region + 1;
    // order: seq_cst — release: the effects of the tasks are visible to the master; the Dekker pair of its nap. It
    // fails (relaxed) only when the region had been closed before this worker came, and the seat is somebody else's as
    // above.
    worker.member->left.compare_exchange_strong(helping, helping - 1, std::memory_order_seq_cst,
                                                std::memory_order_relaxed);
    P::fence(std::memory_order_seq_cst);
  }
};

}  // namespace heddle::runtime
