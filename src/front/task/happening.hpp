// Happening: the protocol of an event (README.md, "An event"): who is told that it has happened, and who ends the task
// that ends with it.
//
// Invariant: whoever listens is told once, or learns at once that it has happened; of complete() and bind() the second
// one ends the task. complete() touches the event for the last time before it tells anybody: who is told may destroy
// it. Entry has `next` and `call(entry)`; it is its listener's again when it has been called. Any thread. Model:
// tests/model/happening_test.cpp.
#pragma once

#include <atomic>
#include <cstdint>

namespace heddle::task {

template <class P, class Entry>
class Happening {
 public:
  bool done() const noexcept {
    // order: acquire — pairs with the exchange in complete(): what was done before it is visible.
    return listeners_.load(std::memory_order_acquire) == k_completed;
  }

  /// @returns whether the entry will be called; if not, it has happened
  bool listen(Entry& entry) noexcept {
    // order: acquire — as in done().
    std::uintptr_t last = listeners_.load(std::memory_order_acquire);
    for (;;) {
      if (last == k_completed) return false;
      entry.next = reinterpret_cast<Entry*>(last);
      // order: release, acquire — release pairs with the exchange in complete(): the entry; acquire as above.
      if (listeners_.compare_exchange_weak(last, reinterpret_cast<std::uintptr_t>(&entry), std::memory_order_release,
                                           std::memory_order_acquire)) {
        return true;
      }
    }
  }

  /// It has happened. `end(task)` is called with the task that ends with it, if that is bound already.
  /// @returns false when it had happened before, and this call has done nothing
  template <class End>
  bool complete(End end) noexcept {
    // order: acq_rel — whoever comes second, this or bind(), ends the task and sees all that was done for it.
    const std::uintptr_t bound = bound_.exchange(k_completed, std::memory_order_acq_rel);
    if (bound == k_completed) return false;
    // order: acq_rel — release pairs with done() and listen(), acquire: the entries. The last touch of the event.
    const std::uintptr_t last = listeners_.exchange(k_completed, std::memory_order_acq_rel);
    for (auto* entry = reinterpret_cast<Entry*>(last); entry != nullptr;) {
      Entry* const next = entry->next;
      entry->call(entry);
      entry = next;
    }
    if (bound > k_reserved) end(reinterpret_cast<void*>(bound));
    return true;
  }

  /// A task is going to end with it. @returns false when another one does, or it has happened
  bool reserve() noexcept {
    std::uintptr_t empty = 0;
    // order: acquire — it may have happened: as in done(). The claim itself needs none, but GCC 12 warns of a failure's
    // order above the success's.
    return bound_.compare_exchange_strong(empty, k_reserved, std::memory_order_acquire, std::memory_order_acquire);
  }
  /// This is the task that was reserved for. @returns false when it has happened meanwhile: then the caller ends it
  bool bind(void* task) noexcept {
    std::uintptr_t reserved = k_reserved;
    // order: acq_rel, acquire — as in complete(): the second one ends the task.
    return bound_.compare_exchange_strong(reserved, reinterpret_cast<std::uintptr_t>(task), std::memory_order_acq_rel,
                                          std::memory_order_acquire);
  }

 private:
  static constexpr std::uintptr_t k_completed = 1;  // in both words: it has happened
  static constexpr std::uintptr_t k_reserved = 2;   // in bound_: a task that ends with it is being made

  typename P::template atomic<std::uintptr_t> listeners_{0};  // Entry*, the last one first; or k_completed
  typename P::template atomic<std::uintptr_t> bound_{0};      // the task that ends with it
};

}  // namespace heddle::task
