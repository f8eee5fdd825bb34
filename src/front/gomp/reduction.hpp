// Task reductions, for the other files of front/gomp.
#pragma once

#include "omp/reduction.hpp"

namespace heddle::gomp {

/// Registers a descriptor with the innermost taskgroup of the current task, as GOMP_taskgroup_reduction_register does.
inline void register_taskgroup_reductions(omp::Worker& worker, std::uintptr_t* descriptor) noexcept {
  omp::register_reductions(worker, descriptor);
}

}  // namespace heddle::gomp
