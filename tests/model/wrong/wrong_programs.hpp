// The seeded bugs: each is a rule (what the policy weakens) or a small wrong copy, and the program that must break on
// it. Every entry names what goes wrong; both engines run the same list (check and relacy tests beside this file).
#pragma once

#include <atomic>
#include <cstdint>
#include <type_traits>

#include "tests/model/deque_programs.hpp"
#include "tests/model/mailbox_programs.hpp"
#include "tests/model/mutex_programs.hpp"
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

// ---- Mutex ----------------------------------------------------------------------------------------------------------

template <class E>
using TwoCounters = Counting<E, 2, 1>;
template <class E>
using ThreeCounters = Counting<E, 3, 1>;

/// Neither lock acquires nor unlock releases.
template <class E>
using MutexRelaxed = Broken<E, RelaxedExchanges, TwoCounters>;

/// Unlock forgets those who sleep.
struct NoUnpark : Faithful {
  static bool keeps_unpark() { return false; }
};
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

}  // namespace heddle::model::wrong
