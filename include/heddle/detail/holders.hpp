// heddle/detail/holders.hpp: how many hold something that the last one destroys.
//
// Invariant: who holds it may give shares away; of drop() exactly one says that it was the last, and sees what all
// others have written. Counter is std::atomic<unsigned>, or a model's. Any thread. Model: tests/model/holders_test.cpp.
#pragma once

#include <atomic>

namespace heddle::detail {

/// Begins with the share of who has made it.
template <class Counter = std::atomic<unsigned>>
class holders {
 public:
  /// One more. For who holds it.
  void hold() noexcept {
    // order: relaxed — who holds it gives a share away.
    count_.fetch_add(1, std::memory_order_relaxed);
  }
  /// One less. @returns whether it was the last
  bool drop() noexcept {
    // order: acq_rel — pairs with itself: the last one destroys what the others have written.
    return count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

 private:
  Counter count_{1};
};

}  // namespace heddle::detail
