// The seats of a loop that tasks run: who comes takes the next seat and runs what the schedule has for it.
//
// A task may come late, when others have run everything, or never, when its group was cancelled. So a seat belongs to
// no task, and whoever has begun the loop runs in the end, one after the other, those that nobody came for: a schedule
// may keep iterations for a seat that nobody else may have. Invariant: a seat is run once. Any thread: run_one.
// Whoever began the loop, when all who came are gone: run_rest. Model: tests/model/idws_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::c {

template <class P>
class Seats {
 public:
  explicit Seats(std::uint32_t count) noexcept : count_(count) {}

  /// @param body  called with the number of the seat  @returns false when there was none left
  template <class Body>
  bool run_one(Body body) noexcept(noexcept(body(0u))) {
    // order: relaxed — a number; the loop was published with the task.
    const std::uint32_t seat = taken_.fetch_add(1, std::memory_order_relaxed);
    if (seat >= count_) return false;
    body(seat);
    return true;
  }

  template <class Body>
  void run_rest(Body body) noexcept(noexcept(body(0u))) {
    while (run_one(body)) {
    }
  }

 private:
  const std::uint32_t count_;
  typename P::template atomic<std::uint32_t> taken_{0};
};

}  // namespace heddle::c
