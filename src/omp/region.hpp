// Parallel regions as OpenMP means them: how many threads, which settings they inherit, where they are bound.
//
// Also the names under which omp and the fronts know the engine's types. Any thread may call these functions.
#pragma once

#include "omp/icv.hpp"
#include "process/types.hpp"

namespace heddle::omp {

using process::Group;
using process::Member;
using process::Task;
using process::Team;
using process::Worker;

struct RegionRequest {
  void (*body)(void*) = nullptr;
  void* data = nullptr;
  unsigned threads = 0;  // 0: as the nthreads ICV says
  unsigned bind = 0;     // an omp_proc_bind_t from a proc_bind clause; 0: as the bind ICV says
  /// Of the regions inside, from a num_threads clause with a list; taken away. Null or empty: as the ICVs say.
  std::vector<unsigned>* inner_threads = nullptr;
};

/// Runs `body(data)` on every thread of a new team, the caller's included.
void parallel(const RegionRequest& request) noexcept;

/// The two halves of parallel() for the old interface, in which the caller runs the body itself in between.
/// @returns the number of threads
unsigned begin_parallel(const RegionRequest& request) noexcept;
void end_parallel() noexcept;

/// Threads that a region with this request would get (OpenMP 5.2, algorithm 10.1), before the system has its say.
unsigned threads_for(const Worker& worker, unsigned requested) noexcept;

/// The settings of the process. Starts the runtime on first use.
const GlobalIcv& global() noexcept;
GlobalIcv& writable_global() noexcept;

/// The ICVs of the worker's current task.
const TaskIcv& icv(const Worker& worker) noexcept;
/// The same, to be written: from now on the task has its own.
TaskIcv& writable_icv(Worker& worker) noexcept;

}  // namespace heddle::omp
