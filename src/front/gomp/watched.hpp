// The functions of this front that take the place of others where a process is watched (ompt/around.hpp).
#pragma once

#include <span>

#include "process/real_library.hpp"

namespace heddle::gomp {

/// Also the routines of omp.h, which are the other front's, too.
std::span<const process::Replacement> watched_functions() noexcept;
/// GOMP_loop_* and GOMP_doacross_*; of those with `ull` in their names, the second.
std::span<const process::Replacement> watched_loops() noexcept;
std::span<const process::Replacement> watched_unsigned_loops() noexcept;

}  // namespace heddle::gomp
