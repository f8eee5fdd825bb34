// A latch: threads wait until a count has come down to zero. One use; spinning first, then asleep.
//
// One word: the count, and a bit saying that somebody has gone to sleep, so that counting down enters the kernel only
// when it must. Invariant: once the count is zero the word changes no more, except for that bit.
//
// Any thread may call anything. A thread that has returned from wait() may destroy the latch at once, provided that no
// other thread waits: of the word, count_down() then uses no more than the address, as the key of the sleepers.
#pragma once

#include <atomic>
#include <cstdint>

#include "platform/spins.hpp"

namespace heddle::sync {

template <class P>
class Latch {
 public:
  /// @param count  how many calls of count_down() open the latch; below 2^31
  explicit Latch(std::uint32_t count) noexcept : state_(count) {}
  Latch(const Latch&) = delete;
  Latch& operator=(const Latch&) = delete;

  void count_down() noexcept {
    // order: acq_rel — release: what was done before pairs with the acquire of waiters; acquire keeps the release
    // sequence of all earlier callers in front of whatever the last one does next.
    const std::uint32_t before = state_.fetch_sub(1, std::memory_order::acq_rel);
    if (before == (k_asleep | 1)) [[unlikely]]
      P::unpark_all(state_);
  }

  bool open() const noexcept {
    // order: acquire — pairs with the release of every count_down().
    return is_open(state_.load(std::memory_order::acquire));
  }

  void wait(platform::Spins spins) noexcept {
    if (!P::spin_until(state_, is_open, spins)) sleep();
  }

 private:
  static constexpr std::uint32_t k_asleep = 1u << 31;
  static constexpr bool is_open(std::uint32_t state) noexcept { return (state & ~k_asleep) == 0; }

  [[gnu::cold, gnu::noinline]] void sleep() noexcept {
    // order: acquire — as in open(), here and below.
    std::uint32_t state = state_.fetch_or(k_asleep, std::memory_order::acquire) | k_asleep;
    while (!is_open(state)) {
      P::park(state_, state);
      state = state_.load(std::memory_order::acquire);
    }
  }

  typename P::template atomic<std::uint32_t> state_;
};

}  // namespace heddle::sync
