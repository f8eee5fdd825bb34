// Claim: wait() on a Latch returns when, and only when, it was counted down to zero, and everything done before each
// count_down() is visible then.
//
//   workers                                   waiters
//     result[i] = 42; count_down()              wait(); read all results
//
// Expected: no early return, no data race on a result, no lost wake-up, with waiters that spin and waiters that sleep.
#pragma once

#include <array>

#include "sync/latch.hpp"

namespace heddle::model {

template <class E, int k_workers, int k_waiters>
struct CountDown {
  static constexpr int k_threads = k_workers + k_waiters;
  sync::Latch<E> latch{k_workers};
  std::array<typename E::template plain<int>, k_workers> results{};

  void thread(int id) {
    if (id < k_workers) {
      results[id] = 42;
      return latch.count_down();
    }
    latch.wait(id == k_workers ? platform::Spins{0} : platform::Spins{8});
    for (auto& result : results) E::require(static_cast<int>(result) == 42, "a waiter sees every result");
  }
  void after() { E::require(latch.open(), "the latch is open in the end"); }
};

}  // namespace heddle::model
