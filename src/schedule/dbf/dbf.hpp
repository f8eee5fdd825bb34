// The scheduler `dbf` (distributed breadth first), the default of Nanos++ in DDAST (§4): each seat has a first-in,
// first-out queue; a worker takes the oldest task of its own queue, then of the others'. Breadth first: all of a level
// before the next.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "base/cache_line.hpp"
#include "graph/scheduler.hpp"
#include "graph/urgent_queue.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::schedule {

/// A first-in, first-out list of tasks under a lock.
template <class P>
class alignas(base::k_line_bytes) FifoQueue {
  using Task = graph::Task<P>;

 public:
  void put(Task& task) noexcept {
    lock_.lock();
    task.next = nullptr;
    (first_ == nullptr ? first_ : last_->next) = &task;
    last_ = &task;
    add(1);
    lock_.unlock();
  }

  /// The oldest task for which `allowed` holds, or null.
  template <class Allowed>
  Task* take(Allowed allowed) noexcept {
    if (size() == 0) return nullptr;
    lock_.lock();
    Task* before = nullptr;
    Task* task = first_;
    while (task != nullptr && !allowed(task)) {
      before = task;
      task = task->next;
    }
    if (task != nullptr) {
      (before == nullptr ? first_ : before->next) = task->next;
      if (last_ == task) last_ = before;
      add(-1);
    }
    lock_.unlock();
    return task;
  }

  std::uint32_t size() const noexcept {
    // order: acquire — pairs with add(): whoever sees a task counted finds it under the lock.
    return static_cast<std::uint32_t>(size_.load(std::memory_order_acquire));
  }

 private:
  void add(std::int32_t change) noexcept {
    // order: relaxed — written under the lock only.
    const std::int32_t now = size_.load(std::memory_order_relaxed);
    // order: release — pairs with size().
    size_.store(now + change, std::memory_order_release);
  }

  sync::SpinLock<P> lock_;
  typename P::template atomic<std::int32_t> size_{0};
  Task* first_ = nullptr;
  Task* last_ = nullptr;
};

template <class P>
class BreadthFirst final : public graph::Scheduler<P> {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;

 public:
  explicit BreadthFirst(std::uint32_t seats) : count_(seats), queues_(std::make_unique<FifoQueue<P>[]>(seats)) {}

  void put(Task& task, Seat seat) noexcept override {
    if (task.priority > 0 || seat == graph::k_no_seat) [[unlikely]] {
      urgent_.put(task);
    } else {
      queues_[seat].put(task);
    }
  }

  Task* take(Seat seat) noexcept override {
    if (Task* task = urgent_.take()) return task;
    return search(seat, [](const Task*) { return true; });
  }

  Task* take_descendant(Seat seat, const Task& ancestor) noexcept override {
    if (Task* task = urgent_.take_descendant(ancestor)) return task;
    return search(seat, [&ancestor](const Task* task) { return task->descends_from(ancestor); });
  }

  bool has_work() const noexcept override {
    if (!urgent_.empty()) return true;
    for (Seat seat = 0; seat < count_; ++seat) {
      if (queues_[seat].size() != 0) return true;
    }
    return false;
  }

  std::uint32_t backlog(Seat seat) const noexcept override { return queues_[seat].size(); }

 private:
  template <class Allowed>
  Task* search(Seat seat, Allowed allowed) noexcept {
    for (Seat step = 0; step < count_; ++step) {
      const Seat queue = seat + step < count_ ? seat + step : seat + step - count_;
      if (Task* task = queues_[queue].take(allowed)) return task;
    }
    return nullptr;
  }

  const std::uint32_t count_;
  std::unique_ptr<FifoQueue<P>[]> queues_;
  graph::UrgentQueue<P> urgent_;
};

}  // namespace heddle::schedule
