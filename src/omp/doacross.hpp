// Doacross loops: an iteration waits for others by name (depend(sink)), and says that it is done (depend(source)).
//
// Indices are iteration numbers of each loop of the nest, outermost first, as GCC counts them: from 0, in program
// order.
#pragma once

#include "omp/types.hpp"

namespace heddle::omp {

/// The current iteration is done as far as others wait for it.
void post_iteration(Worker& worker, const std::uint64_t* indices) noexcept;

/// Waits until the iteration, an earlier one in program order, has been posted.
void wait_for_iteration(Worker& worker, const std::uint64_t* indices) noexcept;

/// Loops in the nest of the open loop: how many indices there are. 0 when nothing needs to wait.
std::uint32_t doacross_dimensions(const Worker& worker) noexcept;

/// The thread has taken a chunk; waits until the window has a word for it. Then: it has finished it.
void begin_chunk(Worker& worker) noexcept;
void complete_chunk(Worker& worker) noexcept;

}  // namespace heddle::omp
