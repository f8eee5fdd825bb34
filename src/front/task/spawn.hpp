// A task by name, for the rest of the room.
#pragma once

#include "heddle/task.h"
#include "omp/region.hpp"

namespace heddle::task {

/// Makes a task that has been checked. HEDDLE_TASK_EARLY only forbids it to wait: see turns.hpp.
/// @returns HEDDLE_OK, HEDDLE_WRONG_TASK, HEDDLE_EARLY_WAIT, HEDDLE_EVENT_USED  @throws std::bad_alloc
int spawn(omp::Worker& worker, const heddle_task& task);
/// The same for one that is a part of another: traces show it as that one.
int spawn(omp::Worker& worker, const heddle_task& task, const heddle_task& shown);

}  // namespace heddle::task
