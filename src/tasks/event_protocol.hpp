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
#include "sync/mailbox.hpp"

namespace heddle::tasks {

template <class P, class Entry>
class EventProtocol {
 public:
  bool done() const noexcept {
    if (!listeners_.is_marked()) return false;
    probe::acquired(this);
    return true;
  }

  /// @returns whether the entry will be called; if not, it has happened
  bool listen(Entry& entry) noexcept {
    probe::released(&entry);
    if (listeners_.push_unless_marked(&entry)) return true;
    probe::acquired(this);
    return false;
  }

  /// It has happened. @returns false when it had happened before, and this call has done nothing
  bool complete() noexcept {
    probe::released(this);
    Entry* const youngest = listeners_.take_all_and_mark();  // the last touch of the event
    if (youngest == Listeners::mark()) return false;
    for (Entry* entry = youngest; entry != nullptr;) {
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
  using Listeners = sync::Mailbox<P, Entry>;

  Listeners listeners_;                                      // marked: it has happened
  typename P::template atomic<std::uintptr_t> reserved_{0};  // 1: a task ends with it
};

}  // namespace heddle::tasks
