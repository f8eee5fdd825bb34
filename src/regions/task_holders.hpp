// TaskHolders: how many orders still hold a task on regions back: its regions, and its siblings.
//
// Invariant: each of those counted lets go once, and of one_lets_go() exactly one says that it was the last; it sees
// what was before all others. The last one leaves the count as it is, since nobody looks at it any more: most tasks
// have one holder, and so pay for no read-modify-write. Model: tests/model/holders_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::regions {

template <class P>
class TaskHolders {
 public:
  /// @param count  of who will let go. Before the task is published
  void begin(std::uint16_t count) noexcept {
    count_.store(count, std::memory_order_relaxed);  // order: relaxed — published with the task
  }
  /// One of those that hold it lets go. @returns whether nobody holds it any more
  bool one_lets_go() noexcept {
    // order: acquire, acq_rel — what was before each of them is before the task. Who finds 1 is alone.
    return count_.load(std::memory_order_acquire) == 1 || count_.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }

 private:
  typename P::template atomic<std::uint16_t> count_{0};
};

}  // namespace heddle::regions
