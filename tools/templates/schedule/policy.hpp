// The scheduler `@name@`: says in one sentence which worker gets a ready task, and which paper it follows.
//
// As it stands: one queue a seat, the oldest first; a worker looks into its own, then into the others'.
#pragma once

#include <cstdint>
#include <memory>

#include "graph/fifo_queue.hpp"
#include "graph/scheduler.hpp"

namespace heddle::schedule {

template <class P>
class @Name@ final : public graph::Scheduler<P> {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;

 public:
  explicit @Name@(std::uint32_t seats) : count_(seats), queues_(std::make_unique<graph::FifoQueue<P>[]>(seats)) {}

  void put(Task& task, Seat seat) noexcept override { queues_[seat].put(task); }
  Task* take(Seat seat) noexcept override {
    return search(seat, [](const Task*) { return true; });
  }
  Task* take_descendant(Seat seat, const Task& ancestor) noexcept override {
    return search(seat, [&ancestor](const Task* task) { return task->descends_from(ancestor); });
  }
  bool has_work(Seat /*seat*/, graph::Look /*look*/) noexcept override {
    for (Seat seat = 0; seat < count_; ++seat)
      if (queues_[seat].size() != 0) return true;
    return false;
  }
  std::uint32_t backlog(Seat seat, std::uint32_t /*limit*/) noexcept override { return queues_[seat].size(); }

 private:
  template <class Allowed>
  Task* search(Seat seat, const Allowed& allowed) noexcept {
    for (Seat step = 0; step < count_; ++step)
      if (Task* task = queues_[(seat + step) % count_].take(allowed)) return task;
    return nullptr;
  }

  const std::uint32_t count_;
  std::unique_ptr<graph::FifoQueue<P>[]> queues_;
};

}  // namespace heddle::schedule
