// Patience: how a worker that finds nothing to do spends its time before it sleeps.
//
// It polls its own condition often (one pause apart) and the others' queues ever more seldom (up to k_longest pauses
// apart), because a look into a queue takes the line away from the worker that fills it.
#pragma once

#include <cstdint>

namespace heddle::runtime {

template <class P>
class Patience {
 public:
  /// @param crowded  more threads than processors: gives the core away instead of pausing, for what this worker waits
  ///                 for may be done by a thread that wants the core
  Patience(std::uint32_t spin_ns, bool crowded) noexcept : spin_ns_(spin_ns), crowded_(crowded) {}

  /// Something was found: start anew.
  void renew() noexcept {
    pauses_ = 1;
    spent_ = 0;
    deadline_ = 0;
  }

  /// Pauses until `done` holds or it is time to look for work again.
  /// @returns false when patience is at an end.
  template <class Done>
  bool wait_a_little(Done done) noexcept {
    if (spin_ns_ == 0) return false;
    if (crowded_) {
      P::yield();
    } else {
      for (std::uint32_t pause = 0; pause < pauses_; ++pause) {
        P::pause();
        if (done()) return true;
      }
      spent_ += pauses_;
      if (pauses_ < k_longest) pauses_ *= 2;
      if (spent_ < k_free) return true;  // too short to look at the clock
      // So long a wait may mean that the awaited thread has been put on this core.
      if (spent_ > k_polite) {
        P::yield();
        spent_ = k_free;  // now and then: on a busy machine a yield can take long
      }
    }
    const std::uint64_t now = P::now_ns();
    if (deadline_ == 0) deadline_ = now + spin_ns_;
    return now < deadline_;
  }

 private:
  static constexpr std::uint32_t k_longest = 16;  // about 0.5 µs, the price of a stolen task
  static constexpr std::uint32_t k_free = 32;
  static constexpr std::uint32_t k_polite = 1000;  // about 35 µs, twice a wake-up

  std::uint32_t spin_ns_;
  bool crowded_;
  std::uint32_t pauses_ = 1;
  std::uint32_t spent_ = 0;
  std::uint64_t deadline_ = 0;
};

}  // namespace heddle::runtime
