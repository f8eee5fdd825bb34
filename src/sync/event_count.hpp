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
// One word counts the waiters (prepared, not yet gone) and the tokens handed to them, and numbers the epochs.
// notify_one hands out a token, with which any one waiter leaves. notify_all begins a new epoch with nobody waiting:
// whoever prepared in an earlier one is free to go.
// Invariant: tokens <= waiters. As soon as every waiter has a token, notify_one is as cheap as with no waiter, and the
// kernel is entered only when somebody has gone to sleep: a burst of notifications wakes each sleeper once.
// A token belongs to no waiter in particular, a thread that prepares later may take it. So use notify_one only where
// all waiters wait for the same (work for any worker); where each has a condition of its own, notify_all.
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
    explicit Key(std::uint64_t epoch) noexcept : epoch_(epoch) {}
    std::uint64_t epoch_;
  };

  EventCount() = default;
  EventCount(const EventCount&) = delete;
  EventCount& operator=(const EventCount&) = delete;

  /// Announces a waiter. Afterwards look at the condition once more, then cancel() or wait().
  Key prepare() noexcept {
    // order: seq_cst, and the fence — pairs with the fence in notify_one(): either the notifier sees this waiter, or
    // the waiter's next look at the condition sees what the notifier made true.
    const std::uint64_t before = state_.fetch_add(k_one_waiter, std::memory_order::seq_cst);
    P::fence(std::memory_order::seq_cst);
    return Key(epoch(before));
  }

  /// Takes the announcement back: the condition holds already.
  void cancel(Key key) noexcept;

  /// Waits for a token or a new epoch: spins for at most `spins`, then sleeps. May return although nothing happened.
  void wait(Key key, platform::Spins spins) noexcept {
    const auto may_go = [key](std::uint64_t state) { return epoch(state) != key.epoch_ || tokens(state) != 0; };
    if (P::spin_until(state_, may_go, spins) && go(key)) return;
    sleep(key);
  }

  /// Wakes one waiter that has no token yet. What it shall see must be written before.
  void notify_one() noexcept {
    // order: fence seq_cst — pairs with the one in prepare(); without it the load may overtake the caller's own store
    // (store-load), find no waiter, and leave one asleep that has looked before the store arrived.
    P::fence(std::memory_order::seq_cst);
    notify_one_fenced();
  }
  /// Wakes every waiter there is now.
  void notify_all() noexcept {
    // order: fence seq_cst — as in notify_one().
    P::fence(std::memory_order::seq_cst);
    notify_all_fenced();
  }

  /// The same for callers whose own change of the condition was a seq_cst read-modify-write or store, or who have
  /// passed a seq_cst fence since: saves the fence.
  void notify_one_fenced() noexcept {
    if (everyone_has_a_token(look())) [[likely]]
      return;
    give_one();
  }
  void notify_all_fenced() noexcept {
    if (waiters(look()) == 0) [[likely]]
      return;
    release_all();
  }

  /// How many threads wait without a token; a hint. Any thread.
  std::uint64_t waiting() const noexcept {
    // order: relaxed — a hint.
    const std::uint64_t state = state_.load(std::memory_order::relaxed);
    return waiters(state) - tokens(state);
  }

 private:
  static constexpr std::uint64_t k_one_waiter = 1;
  static constexpr std::uint64_t k_one_token = std::uint64_t{1} << 16;
  static constexpr std::uint64_t k_one_epoch = std::uint64_t{1} << 32;  // 2^32 before one returns: hours of notify_all

  static constexpr std::uint64_t waiters(std::uint64_t state) noexcept { return state & 0xffffu; }
  static constexpr std::uint64_t tokens(std::uint64_t state) noexcept { return (state >> 16) & 0xffffu; }
  static constexpr std::uint64_t epoch(std::uint64_t state) noexcept { return state >> 32; }
  static constexpr bool everyone_has_a_token(std::uint64_t state) noexcept { return waiters(state) == tokens(state); }

  // seq_cst, because after a seq_cst change of the condition (notify_*_fenced) only a seq_cst load is ordered behind
  // it.
  std::uint64_t look() const noexcept { return state_.load(std::memory_order::seq_cst); }
  bool somebody_sleeps() const noexcept { return sleepers_.load(std::memory_order::seq_cst) != 0; }

  bool replace(std::uint64_t& seen, std::uint64_t next) noexcept {
    // order: seq_cst — a token or an epoch carries the notifier's writes to the waiter that goes with it, and comes
    // before the look at sleepers_ (see sleep()). relaxed: a failed attempt only looks again.
    return state_.compare_exchange_weak(seen, next, std::memory_order::seq_cst, std::memory_order::relaxed);
  }

  // order: release — pairs with the acquire in sleep(): who reads the new number sees the token or epoch behind it.
  void signal() noexcept { signal_.fetch_add(1, std::memory_order::release); }

  bool go(Key key) noexcept;
  [[gnu::cold, gnu::noinline]] void sleep(Key key) noexcept;
  [[gnu::cold, gnu::noinline]] void give_one() noexcept;
  [[gnu::cold, gnu::noinline]] void release_all() noexcept;

  typename P::template atomic<std::uint64_t> state_{0};     // from the low end: waiters, tokens (16 bits each), epoch
  typename P::template atomic<std::uint32_t> signal_{0};    // what sleepers sleep on: counts the calls that wake
  typename P::template atomic<std::uint32_t> sleepers_{0};  // waiters that have stopped spinning
};

// Leaves if that is possible now: with the epoch, which has uncounted this waiter, or with a token.
template <class P>
bool EventCount<P>::go(Key key) noexcept {
  std::uint64_t state = look();
  for (;;) {
    if (epoch(state) != key.epoch_) {
      // A failed exchange has looked with relaxed order: look again, for what the notifier wrote before its release.
      return epoch(look()) != key.epoch_;
    }
    if (tokens(state) == 0) return false;
    if (replace(state, state - k_one_token - k_one_waiter)) return true;
  }
}

template <class P>
void EventCount<P>::cancel(Key key) noexcept {
  std::uint64_t state = look();
  while (epoch(state) == key.epoch_) {
    // When all waiters have tokens, one of them is this thread's: it goes with it, since tokens never exceed waiters.
    const std::uint64_t token = everyone_has_a_token(state) ? k_one_token : 0;
    if (replace(state, state - token - k_one_waiter)) return;
  }
}

template <class P>
void EventCount<P>::sleep(Key key) noexcept {
  // order: seq_cst — pairs with somebody_sleeps(): the notifier sees this sleeper, or the sleeper sees its token.
  sleepers_.fetch_add(1, std::memory_order::seq_cst);
  for (;;) {
    // order: acquire — pairs with signal(). Read before the look in go(): a signal after that look changes the word.
    const std::uint32_t before = signal_.load(std::memory_order::acquire);
    if (go(key)) break;
    P::park(signal_, before);
  }
  // order: relaxed — a notifier that misses it wakes nobody in particular.
  sleepers_.fetch_sub(1, std::memory_order::relaxed);
}

template <class P>
void EventCount<P>::give_one() noexcept {
  std::uint64_t state = look();
  while (!everyone_has_a_token(state)) {
    if (!replace(state, state + k_one_token)) continue;
    if (!somebody_sleeps()) return;
    signal();
    return P::unpark_one(signal_);
  }
}

template <class P>
void EventCount<P>::release_all() noexcept {
  std::uint64_t state = look();
  while (waiters(state) != 0) {
    if (!replace(state, (epoch(state) + 1) * k_one_epoch)) continue;
    if (!somebody_sleeps()) return;
    signal();
    return P::unpark_all(signal_);
  }
}

}  // namespace heddle::sync
