// What lies before the arguments of a task that needs more than its body: where it ends with an event, or with the
// tasks that it makes, or observers are told of it.
#pragma once

#include <algorithm>
#include <vector>

#include "heddle/task.h"
#include "process/types.hpp"
#include "runtime/tasking.hpp"

namespace heddle::tasks {

/// Whether the task is over only when all are that it makes.
inline bool is_whole(const heddle_task& task) noexcept {
  if ((task.flags & (HEDDLE_TASK_WITH_CHILDREN | HEDDLE_TASK_EARLY)) != 0)
    return (task.flags & HEDDLE_TASK_WITH_CHILDREN) != 0;
  return std::any_of(task.accesses, task.accesses + task.access_count,
                     [](const heddle_access& access) { return (access.mode & HEDDLE_WEAK) != 0; });
}
inline bool needs_header(const heddle_task& task) noexcept { return task.event != nullptr || is_whole(task); }

/// Whether observers are told of the task.
enum class Audience : bool { nobody, observers };
/// From now on `what` makes the task with its header. @param task  is there until it is made
void add_header(runtime::Spawn& what, const heddle_task& task, Audience audience) noexcept;
/// The same for an observed part of something, whose argument is copied as bytes: these lie in `bytes` until it is
/// made.
/// @throws std::bad_alloc
void add_header_to_part(runtime::Spawn& what, const heddle_task& part, std::vector<char>& bytes);
/// What is called when the event happens that the task ends with. @param task  has a header
heddle_continuation& end_of(process::Task& task) noexcept;

/// The program's part of a task that has begun. Both null: an implicit one.
struct Identity {
  const void* code;
  const void* argument;
};
Identity identity_of(const process::Task& task) noexcept;
/// Of a block of a worker that sleeps, whether in use or not: it holds a task of this room's that has run, and that
/// its event has not ended yet.
bool waits_for_its_event(const process::Task& block) noexcept;

}  // namespace heddle::tasks
