// The scheduler `@name@`: says in one sentence which worker gets a ready task, and which paper it follows.
//
// As it stands, one queue serves the whole team: by priority, then oldest first. Correct with any number of seats, and
// slow with many, since all of them meet in it; a queue per seat is the usual next step (schedule/dbf).
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
  explicit @Name@(std::uint32_t /*seats*/) {}

  void put(Task& task, Seat /*seat*/) noexcept override { queue_.put(task); }
  Task* take(Seat /*seat*/) noexcept override { return queue_.take(); }
  Task* take_descendant(Seat /*seat*/, const Task& ancestor) noexcept override {
    return queue_.take_descendant(ancestor);
  }
  bool has_work() const noexcept override { return !queue_.empty(); }
  std::uint32_t backlog(Seat /*seat*/) const noexcept override { return queue_.empty() ? 0 : 1; }

 private:
  graph::UrgentQueue<P> queue_;
};

}  // namespace heddle::schedule
