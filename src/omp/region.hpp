// Parallel regions as OpenMP means them: how many threads, which settings they inherit, where they are bound.
// Any thread may call these functions.
#pragma once

#include "omp/current_icv.hpp"
#include "omp/team_data.hpp"

namespace heddle::omp {

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

}  // namespace heddle::omp
