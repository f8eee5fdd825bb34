// Turns: tasks that begin before what their weak accesses wait for (OmpSs-2's weak dependences, for ranges). README.md
// has the protocol.
#pragma once

#include "heddle/task.h"
#include "omp/region.hpp"

namespace heddle::task {

/// Makes a checked HEDDLE_TASK_EARLY. @returns as spawn()  @throws std::bad_alloc
int spawn_early(omp::Worker& worker, const heddle_task& task);

}  // namespace heddle::task
