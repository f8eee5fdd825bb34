// An event count: lets a thread sleep until something happens, without a lock and without losing a wake-up. Whoever
// makes something happen pays one fence and one load when nobody sleeps.
//
//   waiter                                     notifier
//     for (;;) {                                 make the condition true
//       if (condition) break;                    event.notify_one();
//       auto key = event.prepare();
//       if (condition) { event.cancel(key); break; }
//       event.wait(key, spins);
//     }
//
// One word counts the waiters (prepared, not yet gone) and the tokens handed to them; a waiter leaves with a token.
// Invariant: tokens <= waiters. As soon as every waiter has a token, notifying is as cheap as with no waiter, and the
// kernel is entered only when somebody has gone to sleep: a burst of notifications wakes each sleeper once.
// A token belongs to no waiter in particular: a thread that prepares later may take it. So waiters of one event count
// must look at everything it announces when they return (notify_one), or be woken with notify_all.
//
// The idea: Vyukov's and folly's event counts; the tokens are ours. Proof: sync/README.md; checked by
// tests/model/event_count_test.cpp. Any thread may call anything; at most 65,535 threads wait at once. A notifier may
// touch the event count after its waiter has returned: it must live until both are done.
#pragma once

#include <atomic>
#include <cstdint>

#include "platform/spins.hpp"

namespace heddle::sync {

template <class P>
class EventCount {
 public:
  /// Proof that prepare() was called; goes to exactly one cancel() or wait().
  class [[nodiscard]] Key {
    friend EventCount;
    Key() = default;
  };

  EventCount() = default;
  EventCount(const EventCount&) = delete;
  EventCount& operator=(const EventCount&) = delete;

  /// Announces a waiter. Afterwards look at the condition once more, then cancel() or wait().
  Key prepare() noexcept {
    // order: seq_cst, and the fence — pairs with the fence in notify_one(): either the notifier sees this waiter, or
    // the waiter's next look at the condition sees what the notifier made true.
    state_.fetch_add(k_one_waiter, std::memory_order::seq_cst);
    P::fence(std::memory_order::seq_cst);
    return Key();
  }

  /// Takes the announcement back: the condition holds already.
  void cancel(Key) noexcept { leave(); }

  /// Waits for a token: spins for at most `spins`, then sleeps. May return although nothing happened.
  void wait(Key, platform::Spins spins) noexcept {
    if (P::spin_until(state_, has_token, spins) && take_token()) return;
    sleep();
  }

  /// Wakes one waiter that has no token yet. What it shall see must be written before.
  void notify_one() noexcept {
    // order: fence seq_cst — pairs with the one in prepare(); without it the load may overtake the caller's own store
    // (store-load), find no waiter, and leave one asleep that has looked before the store arrived.
    P::fence(std::memory_order::seq_cst);
    notify_one_fenced();
  }
  void notify_all() noexcept {
    // order: fence seq_cst — as in notify_one().
    P::fence(std::memory_order::seq_cst);
    notify_all_fenced();
  }

  /// The same for callers whose own change of the condition was a seq_cst read-modify-write or store, or who have
  /// passed a seq_cst fence since: saves the fence.
  void notify_one_fenced() noexcept {
    if (everyone_has_a_token(look())) [[likely]] return;
    give_one();
  }
  void notify_all_fenced() noexcept {
    if (everyone_has_a_token(look())) [[likely]] return;
    give_all();
  }

  /// How many threads wait without a token; a hint. Any thread.
  std::uint32_t waiting() const noexcept {
    // order: relaxed — a hint.
    const std::uint32_t state = state_.load(std::memory_order::relaxed);
    return waiters(state) - tokens(state);
  }

 private:
  static constexpr std::uint32_t k_one_waiter = 1;
  static constexpr std::uint32_t k_one_token = 1u << 16;

  static constexpr std::uint32_t waiters(std::uint32_t state) noexcept { return state & 0xffffu; }
  static constexpr std::uint32_t tokens(std::uint32_t state) noexcept { return state >> 16; }
  static constexpr bool has_token(std::uint32_t state) noexcept { return tokens(state) != 0; }
  static constexpr bool everyone_has_a_token(std::uint32_t state) noexcept { return waiters(state) == tokens(state); }

  // seq_cst, because after a seq_cst change of the condition (notify_*_fenced) only a seq_cst load is ordered behind it.
  std::uint32_t look() const noexcept { return state_.load(std::memory_order::seq_cst); }

  bool replace(std::uint32_t& seen, std::uint32_t next) noexcept {
    // order: seq_cst — a token carries the notifier's writes to the waiter that takes it, and giving one comes before
    // the look at sleepers_ (see sleep()). relaxed: a failed attempt only looks again.
    return state_.compare_exchange_weak(seen, next, std::memory_order::seq_cst, std::memory_order::relaxed);
  }

  bool take_token() noexcept;
  void leave() noexcept;
  [[gnu::cold, gnu::noinline]] void sleep() noexcept;
  [[gnu::cold, gnu::noinline]] void give_one() noexcept;
  [[gnu::cold, gnu::noinline]] void give_all() noexcept;

  bool somebody_sleeps() const noexcept { return sleepers_.load(std::memory_order::seq_cst) != 0; }

  typename P::template atomic<std::uint32_t> state_{0};     // waiters, and tokens in the upper half
  typename P::template atomic<std::uint32_t> sleepers_{0};  // waiters that have stopped spinning
};

template <class P>
bool EventCount<P>::take_token() noexcept {
  std::uint32_t state = look();
  while (has_token(state)) {
    if (replace(state, state - k_one_token - k_one_waiter)) return true;
  }
  return false;
}

template <class P>
void EventCount<P>::leave() noexcept {
  std::uint32_t state = look();
  for (;;) {
    // When all waiters have tokens, one of them is this thread's: it goes with it, since tokens never exceed waiters.
    const std::uint32_t token = everyone_has_a_token(state) ? k_one_token : 0;
    if (replace(state, state - token - k_one_waiter)) return;
  }
}

template <class P>
void EventCount<P>::sleep() noexcept {
  // order: seq_cst — pairs with somebody_sleeps(): the giver sees this sleeper, or the sleeper sees the token.
  sleepers_.fetch_add(1, std::memory_order::seq_cst);
  while (!take_token()) {
    const std::uint32_t state = look();
    if (!has_token(state)) P::park(state_, state);
  }
  // order: relaxed — a giver that misses it wakes nobody in particular.
  sleepers_.fetch_sub(1, std::memory_order::relaxed);
}

template <class P>
void EventCount<P>::give_one() noexcept {
  std::uint32_t state = look();
  while (!everyone_has_a_token(state)) {
    if (!replace(state, state + k_one_token)) continue;
    if (somebody_sleeps()) P::unpark_one(state_);
    return;
  }
}

template <class P>
void EventCount<P>::give_all() noexcept {
  std::uint32_t state = look();
  while (!everyone_has_a_token(state)) {
    if (!replace(state, waiters(state) * (k_one_waiter + k_one_token))) continue;
    if (somebody_sleeps()) P::unpark_all(state_);
    return;
  }
}

}  // namespace heddle::sync
