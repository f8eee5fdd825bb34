// The scheduler `@name@`: says in one sentence which worker gets a ready task, and which paper it follows.
//
// As it stands, the queue of urgent tasks serves for all: by priority, then oldest first, with a place for each seat.
#pragma once

#include <cstdint>

#include "graph/scheduler.hpp"
#include "graph/urgent_queue.hpp"

namespace heddle::schedule {

template <class P>
class @Name@ final : public graph::Scheduler<P> {
  using Task = graph::Task<P>;
  using Seat = graph::Seat;

 public:
  explicit @Name@(std::uint32_t seats) : queue_(seats) {}

  void put(Task& task, Seat seat) noexcept override { queue_.put(task, seat); }
  Task* take(Seat seat) noexcept override { return queue_.take(seat); }
  Task* take_descendant(Seat seat, const Task& ancestor) noexcept override {
    return queue_.take_descendant(seat, ancestor);
  }
  bool has_work() const noexcept override { return !queue_.empty(); }
  std::uint32_t backlog(Seat seat) const noexcept override { return queue_.backlog(seat); }

 private:
  graph::UrgentQueue<P> queue_;
};

}  // namespace heddle::schedule
