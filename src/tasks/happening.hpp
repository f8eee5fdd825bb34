// Happening: the protocol of an event (README.md, "An event"): who is told that it has happened, and who ends the task
// that ends with it.
//
// Invariant: whoever listens is told once, or learns at once that it has happened. complete() touches the event for the
// last time before anybody can know: who is told, or sees it done, may destroy it. So a task that ends with it listens
// like everybody else, and nothing but the list says that it has happened. Entry has `next` and `call(entry)`; it is
// its listener's again when it has been called. Any thread. Model: tests/model/happening_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

#include "probe/order.hpp"

namespace heddle::tasks {

template <class P, class Entry>
class Happening {
 public:
  bool done() const noexcept {
    // order: acquire — pairs with the exchange in complete(): what was done before it is visible.
    if (listeners_.load(std::memory_order_acquire) != k_completed) return false;
    probe::acquired(this);
    return true;
  }

  /// @returns whether the entry will be called; if not, it has happened
  bool listen(Entry& entry) noexcept {
    // order: acquire — as in done().
    std::uintptr_t last = listeners_.load(std::memory_order_acquire);
    probe::released(&entry);
    for (;;) {
      if (last == k_completed) {
        probe::acquired(this);
        return false;
      }
      entry.next = reinterpret_cast<Entry*>(last);
      // order: release, acquire — release pairs with the exchange in complete(): the entry; acquire as above.
      if (listeners_.compare_exchange_weak(last, reinterpret_cast<std::uintptr_t>(&entry), std::memory_order_release,
                                           std::memory_order_acquire)) {
        return true;
      }
    }
  }

  /// It has happened. @returns false when it had happened before, and this call has done nothing
  bool complete() noexcept {
    probe::released(this);
    // order: acq_rel — release pairs with done() and listen(), acquire: the entries. The last touch of the event.
    const std::uintptr_t last = listeners_.exchange(k_completed, std::memory_order_acq_rel);
    if (last == k_completed) return false;
    for (auto* entry = reinterpret_cast<Entry*>(last); entry != nullptr;) {
      Entry* const next = entry->next;
      probe::acquired(entry);
      entry->call(entry);
      entry = next;
    }
    return true;
  }

  /// A task is going to end with it, and will listen. @returns false when another one does, or it has happened
  bool reserve() noexcept {
    if (done()) return false;
    // order: relaxed — nothing but the claim.
    return reserved_.exchange(1, std::memory_order_relaxed) == 0;
  }
  /// The task that it was reserved for will not be.
  void forgo() noexcept {
    // order: relaxed — as in reserve().
    reserved_.store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr std::uintptr_t k_completed = 1;  // in listeners_: it has happened

  typename P::template atomic<std::uintptr_t> listeners_{0};  // Entry*, the last one first; or k_completed
  typename P::template atomic<std::uintptr_t> reserved_{0};   // 1: a task ends with it
};

}  // namespace heddle::tasks
