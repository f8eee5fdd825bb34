// A lock of one 32-bit word that spins for a while and then sleeps: it never burns a core while its holder is not
// running. Three states, after Drepper, "Futexes Are Tricky" (2011), section 7 (mutex3), with a bounded
// test-and-test-and-set spin in front.
//
// Invariant: a thread sleeps only after it has itself written `contended`, and whoever replaces `contended` by `free`
// wakes one. The woken thread writes `contended` again, for the sleepers that may remain behind it.
//
// Cost without contention: lock one compare-exchange, unlock one exchange. Any thread may call lock; only the holder
// unlock. Not fair, not recursive. Meets Lockable, so that std::lock_guard works too.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/thread_safety.hpp"

namespace heddle::sync {

template <class P, std::uint32_t k_spin_rounds>
class HEDDLE_CAPABILITY("mutex") BasicMutex {
 public:
  BasicMutex() = default;
  BasicMutex(const BasicMutex&) = delete;
  BasicMutex& operator=(const BasicMutex&) = delete;

  void lock() noexcept HEDDLE_ACQUIRE() HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    if (try_lock()) [[likely]]
      return;
    lock_contended();
  }

  bool try_lock() noexcept HEDDLE_TRY_ACQUIRE(true) HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    std::uint32_t seen = k_free;
    // order: acquire — pairs with the release in unlock(); the last holder's writes are visible. relaxed: nothing
    // taken.
    return state_.compare_exchange_strong(seen, k_held, std::memory_order::acquire, std::memory_order::relaxed);
  }

  void unlock() noexcept HEDDLE_RELEASE() HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    // order: release — pairs with the acquire of the next holder in try_lock() or lock_contended().
    if (state_.exchange(k_free, std::memory_order::release) == k_contended) [[unlikely]]
      wake_next();
  }

  /// Like unlock(), for callers that may be wrong: an exchange tells, so that the line is fetched once.
  /// @returns false when nobody held it; then nothing has changed.
  [[nodiscard]] bool unlock_if_held() noexcept HEDDLE_RELEASE() HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    // order: release — as in unlock().
    const std::uint32_t seen = state_.exchange(k_free, std::memory_order::release);
    if (seen == k_contended) [[unlikely]]
      wake_next();
    return seen != k_free;
  }

  /// Whether somebody holds it; a hint, old when it arrives. Any thread.
  bool looks_locked() const noexcept {
    // order: relaxed — a hint, nothing is read on its strength.
    return state_.load(std::memory_order::relaxed) != k_free;
  }

 private:
  static constexpr std::uint32_t k_free = 0;
  static constexpr std::uint32_t k_held = 1;
  static constexpr std::uint32_t k_contended = 2;  // held, and somebody may be asleep

  // Exponential back-off (Anderson, "The Performance of Spin Lock Alternatives", 1990): a waiter that looks less often
  // leaves the line to the holder. Two threads, empty sections: 29 ns an entry with looks one pause apart, 12.5
  // with up to 16, 11 with up to 32, which wait longer behind sections of a microsecond (bench/README.md).
  static constexpr std::uint32_t k_longest_gap = 16;

  [[gnu::cold, gnu::noinline]] void lock_contended() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS;
  [[gnu::cold, gnu::noinline]] void wake_next() noexcept { P::unpark_one(state_); }

  typename P::template atomic<std::uint32_t> state_{k_free};
};

template <class P, std::uint32_t k_spin_rounds>
void BasicMutex<P, k_spin_rounds>::lock_contended() noexcept {
  // Others asleep mean that spinning has failed them already: queue up at once.
  const auto worth_trying = [](std::uint32_t state) { return state != k_held; };
  if (P::spin_until(state_, worth_trying, {k_spin_rounds, k_longest_gap}) && try_lock()) return;
  // order: acquire — pairs with the release in unlock().
  while (state_.exchange(k_contended, std::memory_order::acquire) != k_free) P::park(state_, k_contended);
}

/// For sections of a user's length (critical, omp_lock). 100 rounds are about 3.5 µs: several times a short section,
/// a fifth of what a sleep and a wake-up cost.
template <class P>
using Mutex = BasicMutex<P, 100>;

/// Holds a lock for a scope. The lock's own attributes make clang check what the scope touches.
template <class Lock>
class HEDDLE_SCOPED_CAPABILITY Guard {
 public:
  explicit Guard(Lock& lock) noexcept HEDDLE_ACQUIRE(lock) : lock_(lock) { lock_.lock(); }
  ~Guard() HEDDLE_RELEASE() { lock_.unlock(); }
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;

 private:
  Lock& lock_;
};

}  // namespace heddle::sync
