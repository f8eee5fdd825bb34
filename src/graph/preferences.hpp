// Preferences: the ready tasks of a team that had better run on a certain seat. A queue for each seat: its worker looks
// there first; others when they have found nothing else, and only after a few such looks, so that a worker that is just
// being woken finds what was meant for it. Nothing is ever kept for a worker that does not come.
//
// Costs one load of a line that nobody writes as long as no task prefers a seat. The seat stands in Task::sequence,
// below the number of seats. put(): any thread; the rest: the thread in the seat named.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "graph/fifo_queue.hpp"
#include "graph/scheduler.hpp"

namespace heddle::graph {

template <class P>
class Preferences {
 public:
  /// Looks of a worker in vain before it takes what is meant for another: some microseconds to tens of them, as pauses
  /// grow: what waking a sleeper takes.
  static constexpr std::uint32_t k_spared = 8;

  explicit Preferences(Seat seats) : count_(seats), places_(std::make_unique<SeatQueue[]>(seats)) {}

  void put(Task<P>& task) noexcept {
    places_[task.sequence].tasks.put(task);
    // order: relaxed (both) — who is not told by it looks again: who put the task passes a fence before it wakes
    // anybody.
    if (!used_.load(std::memory_order_relaxed)) used_.store(true, std::memory_order_relaxed);
  }

  /// A task for the seat: one that prefers it; else what `elsewhere()` finds; else, in time, one that prefers another.
  template <class Elsewhere>
  [[gnu::always_inline]] Task<P>* take(Seat seat, const Elsewhere& elsewhere) noexcept {
    if (!used()) [[likely]]
      return elsewhere();
    SeatQueue& own = places_[seat];
    const auto any = [](const Task<P>*) { return true; };
    Task<P>* task = own.tasks.take(any);
    if (task == nullptr) task = elsewhere();
    if (task == nullptr && ++own.in_vain > k_spared) task = take_strangers(seat, any);
    if (task != nullptr) own.in_vain = 0;
    return task;
  }

  /// The same for who waits for certain tasks: spares nobody.
  template <class Allowed, class Elsewhere>
  [[gnu::always_inline]] Task<P>* take_allowed(Seat seat, const Allowed& allowed, const Elsewhere& elsewhere) noexcept {
    if (!used()) [[likely]]
      return elsewhere();
    if (Task<P>* task = places_[seat].tasks.take(allowed)) return task;
    if (Task<P>* task = elsewhere()) return task;
    return take_strangers(seat, allowed);
  }

  bool has_work() const noexcept {
    if (!used()) return false;
    for (Seat seat = 0; seat < count_; ++seat) {
      if (places_[seat].tasks.size() != 0) return true;
    }
    return false;
  }

 private:
  struct alignas(base::k_line_bytes) SeatQueue {
    FifoQueue<P> tasks;
    std::uint32_t in_vain = 0;  // the seat's own thread only
  };

  bool used() const noexcept {
    // order: relaxed — see put().
    return used_.load(std::memory_order_relaxed);
  }

  template <class Allowed>
  Task<P>* take_strangers(Seat seat, const Allowed& allowed) noexcept {
    for (Seat step = 1; step < count_; ++step) {
      const Seat other = seat + step < count_ ? seat + step : seat + step - count_;
      if (Task<P>* task = places_[other].tasks.take(allowed)) return task;
    }
    return nullptr;
  }

  const Seat count_;
  std::unique_ptr<SeatQueue[]> places_;
  typename P::template atomic<bool> used_{false};  // never false again
};

}  // namespace heddle::graph
