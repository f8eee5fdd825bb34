// FifoQueue: ready tasks in the order in which they came, under a lock. For schedulers. Any thread.
#pragma once

#include <atomic>
#include <cstdint>

#include "base/cache_line.hpp"
#include "graph/task.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::graph {

/// A first-in, first-out list of tasks under a lock.
template <class P>
class alignas(base::k_line_bytes) FifoQueue {
 public:
  void put(Task<P>& task) noexcept {
    lock_.lock();
    task.next = nullptr;
    (first_ == nullptr ? first_ : last_->next) = &task;
    last_ = &task;
    add(1);
    lock_.unlock();
  }

  /// The oldest task for which `allowed` holds, or null.
  template <class Allowed>
  Task<P>* take(Allowed allowed) noexcept {
    if (size() == 0) return nullptr;
    lock_.lock();
    Task<P>* before = nullptr;
    Task<P>* task = first_;
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
  void add(std::int32_t change) noexcept HEDDLE_REQUIRES(lock_) {
    // order: relaxed — written under the lock only.
    const std::int32_t now = size_.load(std::memory_order_relaxed);
    // order: release — pairs with size().
    size_.store(now + change, std::memory_order_release);
  }

  sync::SpinLock<P> lock_;
  typename P::template atomic<std::int32_t> size_{0};
  Task<P>* first_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  Task<P>* last_ HEDDLE_GUARDED_BY(lock_) = nullptr;
};

}  // namespace heddle::graph
