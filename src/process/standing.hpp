// The standing region: where the tasks of a thread live that makes them outside of any region.
//
// Such a thread sits in a team of one, where nobody else could run its tasks. So it opens a region for them, whose
// other members have nothing to do but to help, and keeps it open; it sits there itself only while it makes tasks or
// waits for some (Visit). To everything else, OpenMP's routines among it, it sits outside as before.
//
// The team is the thread's hot team. When the thread opens another region, the standing one is closed if its tasks are
// over; if not, it goes on with its workers, and the other region gets its own (make_way). It is closed for good when
// the thread ends, or the process (close_standing).
//
// Invariant: WorkerData::standing is the team of the open standing region, or null; touched by its own thread only.
#pragma once

#include "process/types.hpp"

namespace heddle::process {

/// While it lives the calling thread sits where its tasks can be run by others.
class Visit {
 public:
  explicit Visit(Worker& worker) noexcept : worker_(worker), member_(worker.member), task_(worker.task) {
    if (member_->team->size == 1 && outermost(worker)) [[unlikely]]
      entered_ = enter(worker);
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
  ~Visit() {
    if (entered_) [[unlikely]]
      leave();
  }

  /// Whether the thread is outside of any region and task.
  static bool outermost(const Worker& worker) noexcept {
    return worker.member->team->outer == nullptr && worker.task->has(graph::k_implicit);
  }

 private:
  /// @returns whether the worker sits elsewhere now: not where it would be alone there, too
  static bool enter(Worker& worker) noexcept;
  void leave() noexcept;

  Worker& worker_;
  Member* const member_;
  Task* const task_;
  bool entered_ = false;
};

/// The thread is about to open a region: the one that stands, if any, must not be in its way.
void make_way(Worker& worker) noexcept;

/// Waits for all tasks that the thread has made outside of regions, and tells the rooms (Room::thread_goes). Does
/// nothing inside a region or a task.
void close_standing(Worker& worker) noexcept;

/// In a forked child, where nobody is left to help.
void forget_standing(Worker& worker) noexcept;

}  // namespace heddle::process
