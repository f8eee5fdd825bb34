// Tasks as their makers describe them (heddle_task), checked and in the engine's words.
//
// The codes are those of heddle/error.h: the one list of what can be wrong with a task.
#pragma once

#include "heddle/task.h"
#include "process/types.hpp"

namespace heddle::tasks {

/// A task of the current one, checked. @returns HEDDLE_OK, or what is wrong; then nothing has been done
int spawn(const heddle_task& task) noexcept;
/// The next part of something that runs in parts; see heddle_spawn_part. @param whole  may be null
int spawn_part(const heddle_task& part, const heddle_coroutine* whole) noexcept;
/// Waits for those tasks alone that one with these accesses would wait for. @param flags  of heddle_task_flag
int wait_for_accesses(const heddle_access* accesses, std::size_t count, std::uint32_t flags) noexcept;

/// Makes a task that has been checked. HEDDLE_TASK_EARLY only forbids it to wait: see early_task.hpp.
/// @returns HEDDLE_OK, HEDDLE_WRONG_TASK, HEDDLE_EARLY_WAIT, HEDDLE_EVENT_USED  @throws std::bad_alloc
int spawn(process::Worker& worker, const heddle_task& task);
/// How traces show a task: as what the program told, or as a part that keeps the place of one of that task's weak
/// accesses.
struct TaskLabel {
  const heddle_task& task;
  bool part = false;
};
/// The same for one that stands for another, or for a part of it.
int spawn(process::Worker& worker, const heddle_task& task, const TaskLabel& shown);

}  // namespace heddle::tasks
