// The scheduler `dbf` (distributed breadth first), the default of Nanos++ in DDAST (§4): each seat has a first-in,
// first-out queue; a worker takes the oldest task of its own queue, then of the others'. Breadth first: all of a level
// before the next.
#pragma once

#include <cstdint>
#include <memory>

#include "graph/fifo_queue.hpp"
#include "graph/scheduler.hpp"

namespace heddle::schedule {

template <class P>
class BreadthFirst final : public graph::Scheduler<P> {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;

 public:
  explicit BreadthFirst(std::uint32_t seats) : count_(seats), queues_(std::make_unique<graph::FifoQueue<P>[]>(seats)) {}

  void put(Task& task, Seat seat) noexcept override { queues_[seat].put(task); }

  Task* take(Seat seat) noexcept override {
    return search(seat, [](const Task*) { return true; });
  }

  Task* take_descendant(Seat seat, const Task& ancestor) noexcept override {
    return search(seat, [&ancestor](const Task* task) { return task->descends_from(ancestor); });
  }

  bool has_work(Seat /*seat*/, graph::Look /*look*/) noexcept override {
    for (Seat seat = 0; seat < count_; ++seat) {
      if (queues_[seat].size() != 0) return true;
    }
    return false;
  }

  std::uint32_t backlog(Seat seat, std::uint32_t /*limit*/) noexcept override { return queues_[seat].size(); }

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
  std::unique_ptr<graph::FifoQueue<P>[]> queues_;
};

}  // namespace heddle::schedule
