// Forks: what the child of one has of regions.
//
// Regions and objects, as they are. Nobody is left to run the tasks that were pending, so what they name, and what the
// forking thread's own task has named, is nobody's in the child. Handlers and locks are held meanwhile, so that all is
// whole; after that whoever calls runs the scheduler nodes, also where they had threads.
#pragma once

#include "regions/state.hpp"

namespace heddle::regions {

/// Before the State is made, and once the process has started: the runtime's handler is to run before this one after
/// a fork, as what is ready then wakes threads.
void watch_forks() noexcept;

/// In the child: no run is under way.
void forget_run() noexcept;

}  // namespace heddle::regions
