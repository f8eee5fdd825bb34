// NodeBell: wakes the thread of a scheduler node that has one, when there is a message.
//
// Three states: the thread is awake; it has been rung for; it sleeps. Who rings changes the first or the last into the
// second, and calls the system only when the thread sleeps: while it is awake a message costs one exchange. A thread
// that finds nothing looks for a while before it sleeps, as the next message mostly comes in that time. It does not
// yield meanwhile: where others want its core, that would cost it their time slices, and a wake-up costs less.
//
// Invariant: a ring before a look is seen by that look, one behind it by the exchange into sleep, or wakes.
// Any thread rings; the node's own waits. Model: tests/model/node_bell_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::regions {

template <class P>
class NodeBell {
 public:
  /// What has been written before is seen by who returns from wait().
  void ring() noexcept {
    // order: release — pairs with taken(): the message is there.
    if (state_.exchange(k_rung, std::memory_order_release) == k_asleep) P::unpark_one(state_);
  }

  /// Until somebody has rung since the last wait(). @param most  looks before it sleeps
  void wait(std::uint32_t most) noexcept {
    for (std::uint32_t looks = 0; !taken(); ++looks) {
      if (looks < most)
        P::pause();
      else
        sleep();
    }
  }

 private:
  static constexpr std::uint32_t k_awake = 0;
  static constexpr std::uint32_t k_rung = 1;
  static constexpr std::uint32_t k_asleep = 2;

  bool taken() noexcept {
    // order: relaxed — a look; acquire — pairs with ring().
    return state_.load(std::memory_order_relaxed) == k_rung &&
           state_.exchange(k_awake, std::memory_order_acquire) == k_rung;
  }
  void sleep() noexcept {
    std::uint32_t seen = k_awake;
    // order: relaxed (all) — what was left before a ring is acquired by taken().
    if (!state_.compare_exchange_strong(seen, k_asleep, std::memory_order_relaxed, std::memory_order_relaxed)) return;
    while (state_.load(std::memory_order_relaxed) == k_asleep) P::park(state_, k_asleep);
  }

  typename P::template atomic<std::uint32_t> state_{k_awake};
};

}  // namespace heddle::regions
