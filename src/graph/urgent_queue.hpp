// UrgentQueue: the ready tasks of a team that cannot go into a worker's own queue: those with a priority, which any
// worker takes before others (highest first, then oldest), and those made ready by a thread outside the team.
//
// Rare, so a lock will do; workers look at one counter, which is written only when such a task comes or goes.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <vector>

#include "base/cache_line.hpp"
#include "graph/task.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::graph {

template <class P>
class UrgentQueue {
 public:
  void put(Task<P>& task) noexcept {
    lock_.lock();
    task.sequence = next_sequence_++;
    tasks_.push_back(&task);
    std::push_heap(tasks_.begin(), tasks_.end(), later);
    // order: release — pairs with empty(): whoever sees the count finds the task under the lock.
    count_.store(static_cast<std::uint32_t>(tasks_.size()), std::memory_order_release);
    lock_.unlock();
  }

  bool empty() const noexcept {
    // order: acquire — pairs with put().
    return count_.load(std::memory_order_acquire) == 0;
  }

  /// The most urgent task, or null.
  Task<P>* take() noexcept {
    if (empty()) return nullptr;
    lock_.lock();
    Task<P>* task = tasks_.empty() ? nullptr : remove(tasks_.begin());
    lock_.unlock();
    return task;
  }

  /// The most urgent descendant of `ancestor`, or null.
  Task<P>* take_descendant(const Task<P>& ancestor) noexcept {
    if (empty()) return nullptr;
    lock_.lock();
    auto best = tasks_.end();
    for (auto task = tasks_.begin(); task != tasks_.end(); ++task) {
      if ((*task)->descends_from(ancestor) && (best == tasks_.end() || later(*best, *task))) best = task;
    }
    Task<P>* task = best == tasks_.end() ? nullptr : remove(best);
    lock_.unlock();
    return task;
  }

 private:
  static bool later(const Task<P>* left, const Task<P>* right) noexcept {
    if (left->priority != right->priority) return left->priority < right->priority;
    return static_cast<std::int32_t>(left->sequence - right->sequence) > 0;  // wraps around
  }

  Task<P>* remove(typename std::vector<Task<P>*>::iterator position) noexcept {
    Task<P>* task = *position;
    if (position == tasks_.begin()) {
      std::pop_heap(tasks_.begin(), tasks_.end(), later);
      tasks_.pop_back();
    } else {
      *position = tasks_.back();
      tasks_.pop_back();
      std::make_heap(tasks_.begin(), tasks_.end(), later);
    }
    // order: release — as in put().
    count_.store(static_cast<std::uint32_t>(tasks_.size()), std::memory_order_release);
    return task;
  }

  alignas(base::k_line_bytes) typename P::template atomic<std::uint32_t> count_{0};
  sync::SpinLock<P> lock_;
  std::uint32_t next_sequence_ = 0;
  std::vector<Task<P>*> tasks_;
};

}  // namespace heddle::graph
