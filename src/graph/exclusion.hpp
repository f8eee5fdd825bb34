// Exclusion: the lock of one set of mutexinoutset tasks. A task that finds it held does not wait: its record queues up,
// and the task becomes ready when the lock is handed to it.
//
// A task with several exclusions takes them in address order and keeps what it has, so no circle of waiting can form.
// Any worker may call; the short lock guards the queue. Rare: programs without mutexinoutset never come here.
#pragma once

#include <atomic>
#include <cstdint>

#include "graph/record.hpp"
#include "graph/task.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::graph {

template <class P>
struct Exclusion {
  sync::SpinLock<P> lock;
  bool held HEDDLE_GUARDED_BY(lock) = false;
  Edge<P>* first HEDDLE_GUARDED_BY(lock) = nullptr;  // waiting records' `incoming` edges, in order of arrival
  Edge<P>* last HEDDLE_GUARDED_BY(lock) = nullptr;
  typename P::template atomic<std::uint32_t> references{0};  // members of the set, and the domain's table
  Exclusion* next_free = nullptr;

  /// Takes the lock for `record`'s task, or queues the record. @returns true when taken.
  bool take(Record<P>& record) noexcept {
    lock.lock();
    const bool taken = !held;
    if (taken) {
      held = true;
    } else {
      record.incoming.next = nullptr;
      (first == nullptr ? first : last->next) = &record.incoming;
      last = &record.incoming;
    }
    lock.unlock();
    return taken;
  }

  /// Gives the lock back. @returns the task that now holds it, or null.
  Task<P>* give() noexcept {
    lock.lock();
    Edge<P>* heir = first;
    if (heir == nullptr) {
      held = false;
    } else {
      first = heir->next;
    }
    lock.unlock();
    return heir == nullptr ? nullptr : heir->successor;
  }

  /// @returns true when the caller held the last reference and must free the object.
  bool unreference() noexcept {
    // order: acq_rel — whoever frees must see what every other user did.
    return references.fetch_sub(1, std::memory_order_acq_rel) == 1;
  }
};

/// The task's record with the lowest exclusion above `floor`, or null.
template <class P>
Record<P>* next_exclusion(const Task<P>& task, const Exclusion<P>* floor) noexcept {
  Record<P>* lowest = nullptr;
  for_each_record(task.records, [&](Record<P>& record) {
    if (record.exclusion() == nullptr || record.exclusion() <= floor) return;
    if (lowest == nullptr || record.exclusion() < lowest->exclusion()) lowest = &record;
  });
  return lowest;
}

/// Takes every exclusion of the task above `floor`. @returns true when all are held; else the task waits in a queue.
template <class P>
bool take_exclusions(Task<P>& task, const Exclusion<P>* floor) noexcept {
  while (Record<P>* record = next_exclusion(task, floor)) {
    floor = record->exclusion();
    if (!record->exclusion()->take(*record)) return false;
  }
  return true;
}

}  // namespace heddle::graph
