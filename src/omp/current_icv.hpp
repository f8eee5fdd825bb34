// The ICVs that are in force: the process's, and those of the task that a worker runs. Any thread.
#pragma once

#include "omp/icv.hpp"
#include "omp/team_data.hpp"

namespace heddle::omp {

/// The settings of the process. Starts the runtime on first use.
const GlobalIcv& global() noexcept;
GlobalIcv& writable_global() noexcept;

/// The ICVs of the worker's current task.
inline const TaskIcv& icv(const Worker& worker) noexcept {
  return *static_cast<const TaskIcv*>(worker.task->environment);
}
/// The same, to be written: from now on the task has its own.
TaskIcv& writable_icv(Worker& worker) noexcept;

}  // namespace heddle::omp
