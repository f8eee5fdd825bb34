// Claim: at most one thread is between lock() and unlock() or unlock_if_held(); the next holder sees what the last one
// wrote; a thread that went to sleep waiting is woken.
//
//   each thread
//     lock; counter += 1 (plain); unlock
//
// Expected: no data race on the counter, no lost addition, no deadlock; the lock is free in the end.
#pragma once

#include "sync/mutex.hpp"

namespace heddle::model {

template <class E, int k_thread_count, int k_rounds>
struct Counting {
  static constexpr int k_threads = k_thread_count;
  sync::Mutex<E> mutex;
  typename E::template plain<int> counter{0};

  void thread(int id) HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    for (int i = 0; i < k_rounds; ++i) {
      mutex.lock();
      counter = counter + 1;
      if (id > 0)
        mutex.unlock();
      else
        E::require(mutex.unlock_if_held(), "its holder finds it held");
    }
  }
  void after() {
    E::require(static_cast<int>(counter) == k_threads * k_rounds, "no addition is lost");
    E::require(!mutex.looks_locked(), "the lock is free in the end");
    E::require(!mutex.unlock_if_held(), "nobody holds a free lock");
    E::require(mutex.try_lock(), "and it stays free");
  }
};

/// try_lock never waits, and excludes like lock.
template <class E>
struct TryLock {
  static constexpr int k_threads = 2;
  sync::Mutex<E> mutex;
  typename E::template plain<int> counter{0};
  typename E::template atomic<int> entered{0};

  void thread(int) {
    if (!mutex.try_lock()) return;
    counter = counter + 1;
    E::require(mutex.unlock_if_held(), "its holder finds it held");
    // order: relaxed — a counter.
    entered.fetch_add(1, std::memory_order::relaxed);
  }
  void after() {
    // order: relaxed — the threads have ended.
    E::require(static_cast<int>(counter) == entered.load(std::memory_order::relaxed), "each entry counted");
    E::require(static_cast<int>(counter) >= 1, "a free lock is taken by one of those who try");
  }
};

}  // namespace heddle::model
