// A task by name, for the rest of the room.
#pragma once

#include "heddle/task.h"
#include "omp/region.hpp"

namespace heddle::task {

/// Makes a task that has been checked. HEDDLE_TASK_EARLY only forbids it to wait: see turns.hpp.
/// @returns HEDDLE_OK, HEDDLE_WRONG_TASK, HEDDLE_EARLY_WAIT, HEDDLE_EVENT_USED  @throws std::bad_alloc
int spawn(omp::Worker& worker, const heddle_task& task);
/// How traces show a task: as what the program told, or as a part that keeps the place of one of that task's weak
/// accesses.
struct Shown {
  const heddle_task& task;
  bool part = false;
};
/// The same for one that stands for another, or for a part of it.
int spawn(omp::Worker& worker, const heddle_task& task, const Shown& shown);

/// The program's part of a task that has begun. Both null: an implicit one.
struct Identity {
  const void* code;
  const void* argument;
};
Identity identity_of(const omp::Task& task) noexcept;
/// Of a block of a worker that sleeps, whether in use or not: it holds a task of this room's that has run, and that
/// its event has not ended yet.
bool waits_for_its_event(const omp::Task& block) noexcept;

}  // namespace heddle::task
