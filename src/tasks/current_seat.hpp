// Where a call of the program finds its tasks: at the calling thread's seat, or in its standing region.
#pragma once

#include "process/standing.hpp"
#include "runtime/current.hpp"
#include "runtime/tasking.hpp"
#include "tasks/ending.hpp"

namespace heddle::tasks {

using P = platform::Threads;
using Tasking = runtime::Tasking<P>;

/// While it lives the calling thread sits where its tasks are.
class CurrentSeat {
 public:
  CurrentSeat() noexcept
      : worker_(runtime::current()), refused_(worker_.member->team->size == 1 && ending()), visit_(worker_) {}

  process::Worker& worker() const noexcept { return worker_; }
  /// Whether no task can be made here, because the process is ending.
  bool refused() const noexcept { return refused_; }
  /// Whether the current task may wait. One that has begun early might hold the worker that it waits for.
  bool may_wait() const noexcept { return !worker_.task->has(graph::k_early); }

 private:
  process::Worker& worker_;
  const bool refused_;
  const process::Visit visit_;
};

}  // namespace heddle::tasks
