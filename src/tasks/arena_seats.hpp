// ArenaSeats: which seats of an arena are free.
//
// Invariant: a seat is given to one thread at a time, which sees what the one before it did there. A thread looks first
// where threads with its number look, so that those that come often find the seat in their cache. Any thread;
// lock-free. Model: tests/model/baton_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

#include "base/cache_line.hpp"

namespace heddle::tasks {

template <class P>
class ArenaSeats {
 public:
  static constexpr std::uint32_t k_none = UINT32_MAX;

  /// All are free. @returns whether there was memory
  bool make(std::uint32_t count) noexcept {
    taken_.reset(new (std::nothrow) Occupancy[count]);
    count_ = count;
    return taken_ != nullptr;
  }

  /// @param thread  any number, the same for the same thread  @returns a seat that was free, or k_none
  std::uint32_t take(std::uint32_t thread) noexcept {
    std::uint32_t seat = thread % count_;
    for (std::uint32_t looked = 0; looked < count_; ++looked) {
      // order: relaxed — a glance. acquire — pairs with give_back(): what was done in the seat.
      if (taken_[seat].by.load(std::memory_order_relaxed) == 0 &&
          taken_[seat].by.exchange(1, std::memory_order_acquire) == 0)
        return seat;
      if (++seat == count_) seat = 0;
    }
    return k_none;
  }
  void give_back(std::uint32_t seat) noexcept {
    // order: release — pairs with take().
    taken_[seat].by.store(0, std::memory_order_release);
  }

 private:
  /// Threads in different seats write them.
  struct alignas(base::k_line_bytes) Occupancy {
    typename P::template atomic<std::uint32_t> by{0};
  };

  std::unique_ptr<Occupancy[]> taken_;
  std::uint32_t count_ = 0;
};

}  // namespace heddle::tasks
