// Claim: a waiter of an EventCount that looks at its condition again between prepare() and wait() never sleeps through
// a notification; who is notified sees what was written before.
//
//   waiter                                            notifier
//     until (flag): prepare; flag? cancel : wait        flag = 1; notify
//
// Expected: no deadlock (a lost wake-up is one), whatever waits spin or sleep, with one or several waiters, with
// notify_one, notify_all, and notify_one_fenced after a seq_cst read-modify-write.
#pragma once

#include <cstdint>

#include "sync/event_count.hpp"

namespace heddle::model {

using platform::Spins;

/// How long a waiter spins: not at all (0), or as long as the engine chooses.
inline constexpr Spins k_no_spin{0};
inline constexpr Spins k_some_spin{8};

template <class E>
struct Signal {
  typename E::template atomic<int> flag{0};
  typename E::template plain<int> payload{0};
  sync::EventCount<E> event;

  bool raised() {
    // order: relaxed — prepare() has fenced; the payload is acquired separately.
    return flag.load(std::memory_order::relaxed) != 0;
  }

  void await(Spins spins) {
    while (!raised()) {
      auto key = event.prepare();
      if (raised()) {
        event.cancel(key);
        break;
      }
      event.wait(key, spins);
    }
    // order: acquire — pairs with the release in raise().
    flag.load(std::memory_order::acquire);
    E::require(static_cast<int>(payload) == 42, "the waiter sees what was written before the notification");
  }

  void raise() {
    payload = 42;
    // order: release — pairs with the acquire in await().
    flag.store(1, std::memory_order::release);
  }
};

/// One waiter that sleeps at once, one notifier.
template <class E>
struct SleepAndNotify {
  static constexpr int k_threads = 2;
  Signal<E> signal;
  void thread(int id) {
    if (id == 0) {
      signal.raise();
      signal.event.notify_one();
    } else {
      signal.await(k_no_spin);
    }
  }
  void after() { E::require(signal.event.waiting() == 0, "nobody is left waiting"); }
};

/// Two waiters, one of which spins; notify_all lets both go.
template <class E>
struct NotifyAll {
  static constexpr int k_threads = 3;
  Signal<E> signal;
  void thread(int id) {
    if (id == 0) {
      signal.raise();
      signal.event.notify_all();
    } else {
      signal.await(id == 1 ? k_no_spin : k_some_spin);
    }
  }
  void after() { E::require(signal.event.waiting() == 0, "nobody is left waiting"); }
};

/// A pool: two items are added one at a time, each with its notify_one; two workers each take one.
template <class E>
struct TwoItemsTwoWorkers {
  static constexpr int k_threads = 3;
  typename E::template atomic<int> items{0};
  sync::EventCount<E> event;

  bool take_one() {
    // order: relaxed — what is taken carries no data here.
    int seen = items.load(std::memory_order::relaxed);
    while (seen > 0) {
      if (items.compare_exchange_strong(seen, seen - 1, std::memory_order::relaxed, std::memory_order::relaxed))
        return true;
    }
    return false;
  }

  void thread(int id) {
    if (id == 0) {
      for (int i = 0; i < 2; ++i) {
        items.fetch_add(1, std::memory_order::seq_cst);
        event.notify_one_fenced();
      }
      return;
    }
    while (!take_one()) {
      auto key = event.prepare();
      if (take_one()) return event.cancel(key);
      event.wait(key, id == 1 ? k_no_spin : k_some_spin);
    }
  }
  void after() { E::require(event.waiting() == 0, "nobody is left waiting"); }
};

/// A waiter that cancels takes no other waiter's wake-up with it.
template <class E>
struct CancelBesideSleeper {
  static constexpr int k_threads = 3;
  Signal<E> signal;
  void thread(int id) {
    if (id == 0) {
      signal.raise();
      signal.event.notify_one();
    } else if (id == 1) {
      signal.await(k_no_spin);
    } else {
      signal.event.cancel(signal.event.prepare());
    }
  }
  void after() { E::require(signal.event.waiting() == 0, "nobody is left waiting"); }
};

/// A barrier's use: one waiter leaves the first generation and waits for the second at once. It must not go with the
/// wake-up of the other, who still waits for the first, and without whom the second never comes.
template <class E>
struct TwoGenerations {
  static constexpr int k_threads = 3;
  typename E::template atomic<int> generation{0};
  typename E::template atomic<int> slow_one_left{0};
  sync::EventCount<E> event;

  void await(int wanted) {
    // order: relaxed — prepare() has fenced.
    const auto reached = [&] { return generation.load(std::memory_order::relaxed) >= wanted; };
    while (!reached()) {
      auto key = event.prepare();
      if (reached()) return event.cancel(key);
      event.wait(key, k_no_spin);
    }
  }

  void thread(int id) {
    if (id == 0) {
      generation.store(1, std::memory_order::release);  // order: release — notify_all() fences; so below
      event.notify_all();
      E::spin_until(slow_one_left, [](int left) { return left == 1; }, Spins::unbounded());
      generation.store(2, std::memory_order::release);
      event.notify_all();
    } else if (id == 1) {
      await(1);
      await(2);
    } else {
      await(1);
      // order: release — pairs with the acquire in spin_until().
      slow_one_left.store(1, std::memory_order::release);
    }
  }
  void after() { E::require(event.waiting() == 0, "nobody is left waiting"); }
};

}  // namespace heddle::model
