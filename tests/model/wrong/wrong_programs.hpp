// The seeded bugs: each is a rule (what the policy weakens) or a small wrong copy, and the program that must break on
// it. Every entry names what goes wrong; both engines run the same list (check and relacy tests beside this file).
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "tests/model/deque_programs.hpp"
#include "tests/model/event_count_programs.hpp"
#include "tests/model/latch_programs.hpp"
#include "tests/model/mailbox_programs.hpp"
#include "tests/model/mutex_programs.hpp"
#include "tests/model/spsc_ring_programs.hpp"
#include "tests/model/wrong/seeded.hpp"

namespace heddle::model::wrong {

template <class E, class Rule, template <class> class Program>
using Broken = Restarting<Rule, Program<Seeded<E, Rule>>>;

// ---- Deque ----------------------------------------------------------------------------------------------------------

// bottom_ is the only integer that is stored; top_ is exchanged, the rest are pointers.
template <class T>
inline constexpr bool k_is_index = std::is_same_v<T, std::int64_t>;

template <class E>
using OneThief = OwnerAgainstThieves<E, 1>;
template <class E>
using TwoThieves = OwnerAgainstThieves<E, 2>;

/// The push publishes without release: a thief reads an item that is not written yet.
struct RelaxedPush : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order store(Order order, int) {
    return k_is_index<T> ? Order::relaxed : order;
  }
};
template <class E>
using DequeRelaxedPush = Broken<E, RelaxedPush, OneThief>;

/// Only the stores of bottom_ in pop are relaxed. C++11 let them carry the push's release on, C++20 does not.
struct RelaxedPop : Faithful {
  static inline int stores = 0;
  static void restart() { stores = 0; }
  template <class T>
  static Order store(Order order, int) {
    // order: relaxed — the seeded bug; the owner's first two stores are its two pushes.
    return k_is_index<T> && ++stores > 2 ? Order::relaxed : order;
  }
};
template <class E>
using DequeRelaxedPop = Broken<E, RelaxedPop, OneThief>;

/// The thief looks at bottom_ without acquire.
struct RelaxedSteal : Faithful {
  template <class T>
  static Order load(Order order, int thread) {
    // order: relaxed — the seeded bug.
    return k_is_index<T> && thread != 0 ? Order::relaxed : order;
  }
};
template <class E>
using DequeRelaxedSteal = Broken<E, RelaxedSteal, OneThief>;

/// No fence in pop (the owner is thread 0): the owner does not see a claim, the thief does not see the pop.
struct NoOwnerFence : Faithful {
  static bool keeps_fence(int thread) { return thread != 0; }
};
template <class E>
using DequeNoFenceInPop = Broken<E, NoOwnerFence, TwoThieves>;

/// No fence in steal.
struct NoThiefFence : Faithful {
  static bool keeps_fence(int thread) { return thread == 0; }
};
template <class E>
using DequeNoFenceInSteal = Broken<E, NoThiefFence, TwoThieves>;

/// A grown ring is published without release: a thief reads slots that it may not see.
struct RelaxedRing : Faithful {
  template <class T>
  static Order store(Order order, int) {
    // order: relaxed — the seeded bug; slots are relaxed anyway.
    return std::is_pointer_v<T> ? Order::relaxed : order;
  }
};
template <class E>
using DequeRelaxedRing = Broken<E, RelaxedRing, Growth>;

// ---- EventCount -----------------------------------------------------------------------------------------------------

/// No fence in notify: its look overtakes the store of the condition.
template <class E>
using EventNoFenceInNotify = Broken<E, NoOwnerFence, SleepAndNotify>;

/// No fence in prepare: the second look at the condition is as old as the first.
template <class E>
using EventNoFenceInPrepare = Broken<E, NoThiefFence, SleepAndNotify>;

/// Sleepers are counted with relaxed order: the giver of a token does not see that somebody sleeps.
struct RelaxedSleepers : Faithful {
  template <class T>
  static Order exchange(Order order, int thread) {
    // order: relaxed — the seeded bug.
    return thread == 0 ? order : Order::relaxed;
  }
};
template <class E>
using EventRelaxedSleepers = Broken<E, RelaxedSleepers, SleepAndNotify>;

/// The token is given, but nobody is woken.
struct NoUnpark : Faithful {
  static bool keeps_unpark() { return false; }
};
template <class E>
using EventNoUnpark = Broken<E, NoUnpark, SleepAndNotify>;

/// notify_all hands a token to every waiter in place of a new epoch, as our first draft did: a waiter that prepares
/// later goes with another one's token. Found by the stress test first; this keeps it found.
struct TokensForAll : Faithful {
  template <class T>
  static T desired(T expected, T desired) {
    if constexpr (std::is_same_v<T, std::uint64_t>) {
      const bool new_epoch = desired >> 32 != expected >> 32;
      if (new_epoch) return (expected & 0xffffu) * 0x10001u;
    }
    return desired;
  }
};
template <class E>
using EventTokensForAll = Broken<E, TokensForAll, TwoGenerations>;

/// The waiter does not look again between prepare() and wait().
template <class E>
struct EventNoRecheck {
  static constexpr int k_threads = 2;
  Signal<E> signal;
  void thread(int id) {
    if (id == 0) {
      signal.raise();
      signal.event.notify_one();
    } else {
      while (!signal.raised()) signal.event.wait(signal.event.prepare(), k_no_spin);
    }
  }
  void after() {}
};

/// notify_one_fenced() after a store that is a mere release.
template <class E>
struct EventFencedAfterRelease {
  static constexpr int k_threads = 2;
  Signal<E> signal;
  void thread(int id) {
    if (id == 0) {
      signal.raise();
      signal.event.notify_one_fenced();
    } else {
      signal.await(k_no_spin);
    }
  }
  void after() {}
};

// ---- Mutex ----------------------------------------------------------------------------------------------------------

template <class E>
using TwoCounters = Counting<E, 2, 1>;
template <class E>
using ThreeCounters = Counting<E, 3, 1>;

/// Neither lock acquires nor unlock releases.
template <class E>
using MutexRelaxed = Broken<E, RelaxedExchanges, TwoCounters>;

/// Unlock forgets those who sleep.
template <class E>
using MutexNoUnpark = Broken<E, NoUnpark, TwoCounters>;

/// A woken thread takes the lock as merely held: whoever still sleeps behind it is forgotten. A wrong copy of Mutex.
template <class E>
class ForgetfulMutex {
 public:
  void lock() {
    std::uint32_t seen = 0;
    // order: acquire, relaxed — as in Mutex; so below.
    while (!state_.compare_exchange_strong(seen, 1, Order::acquire, Order::relaxed)) {
      if (seen == 1) state_.compare_exchange_strong(seen, 2, Order::relaxed, Order::relaxed);
      if (seen != 0) E::park(state_, 2);
      seen = 0;
    }
  }
  void unlock() {
    // order: release — as in Mutex.
    if (state_.exchange(0, Order::release) == 2) E::unpark_one(state_);
  }

 private:
  typename E::template atomic<std::uint32_t> state_{0};
};
template <class E>
struct MutexForgetsSleepers {
  static constexpr int k_threads = 3;
  ForgetfulMutex<E> mutex;
  void thread(int) {
    mutex.lock();
    mutex.unlock();
  }
  void after() {}
};

// ---- Mailbox --------------------------------------------------------------------------------------------------------

template <class E>
using OneProducer = ProducersAndConsumer<E, 1, 2>;

/// The push publishes without release, the consumer takes without acquire.
template <class E>
using MailboxRelaxed = Broken<E, RelaxedExchanges, OneProducer>;

/// take_all reads the head and then clears it: what is pushed between is lost.
template <class E>
using MailboxTornTake = Broken<E, Torn, OneProducer>;

// ---- Latch ----------------------------------------------------------------------------------------------------------

template <class E>
using OneWorkerOneWaiter = CountDown<E, 1, 1>;

/// Counting down publishes nothing.
template <class E>
using LatchRelaxed = Broken<E, RelaxedExchanges, OneWorkerOneWaiter>;

/// The last one wakes nobody.
template <class E>
using LatchNoUnpark = Broken<E, NoUnpark, OneWorkerOneWaiter>;

/// The sleeper's mark is read, changed and written: a count_down() between is undone.
template <class E>
using LatchTornMark = Broken<E, Torn, OneWorkerOneWaiter>;

// ---- SpscRing -------------------------------------------------------------------------------------------------------

template <class E>
using ThreeThroughTheRing = ThroughTheRing<E, 3>;

/// The producer publishes without release.
struct RelaxedProducer : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order store(Order order, int thread) {
    return thread == 0 ? Order::relaxed : order;
  }
};
template <class E>
using RingRelaxedProducer = Broken<E, RelaxedProducer, ThreeThroughTheRing>;

/// The producer reuses a slot without having acquired that it was read.
struct RelaxedReuse : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order load(Order order, int thread) {
    return thread == 0 ? Order::relaxed : order;
  }
};
template <class E>
using RingRelaxedReuse = Broken<E, RelaxedReuse, ThreeThroughTheRing>;

}  // namespace heddle::model::wrong
