// Waiting for all that the current task has made, and for what that has made.
#pragma once

#include "heddle/task.h"
#include "tasks/current_seat.hpp"

namespace heddle::tasks {

/// A watcher learns that what the descendants of the worker's task have done is visible to it.
[[gnu::cold]] void note_descendants_awaited(process::Worker& worker) noexcept;

/// @param about_to_sleep  as in Tasking::wait_subtrees()
template <class Sleepy>
void wait_for_descendants(process::Worker& worker, const Sleepy& about_to_sleep) noexcept {
  Tasking::wait_subtrees(worker, about_to_sleep);
  if (worker.recorder != nullptr) [[unlikely]]
    note_descendants_awaited(worker);
}

/// heddle_wait.
int wait(heddle_failure* failure) noexcept;

/// Whether the current task would not have been called if it had not asked for it (HEDDLE_TASK_RUN_IF_CANCELLED).
bool skipped() noexcept;
/// Whether a group around the current task is cancelled.
bool cancelled() noexcept;

/// Of the team that runs the current task's tasks.
unsigned workers() noexcept;
/// The one of them that runs the current task.
unsigned worker() noexcept;

}  // namespace heddle::tasks
