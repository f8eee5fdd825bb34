// Turns: tasks that begin before what their weak accesses wait for (OmpSs-2's weak dependences, for ranges). README.md
// has the protocol.
#pragma once

#include "heddle/task.h"
#include "process/types.hpp"

namespace heddle::tasks {

/// Makes a checked HEDDLE_TASK_EARLY. @returns as spawn()  @throws std::bad_alloc
int spawn_early(process::Worker& worker, const heddle_task& task);

}  // namespace heddle::tasks
