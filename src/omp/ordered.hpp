// Ordered regions of a loop: they run in the order of the iterations.
//
// The loop's turn is the first iteration of the chunk whose ordered regions may run. The thread that has that chunk
// moves it on to the next chunk when all iterations of its own have had their ordered region, or, as an iteration may
// have none, when it asks for more iterations. Chunks are handed out in rising order, so the turn always is somebody's.
#pragma once

#include "omp/types.hpp"

namespace heddle::omp {

/// Waits until all earlier chunks are through with their ordered regions.
void begin_ordered(Worker& worker) noexcept;
void end_ordered(Worker& worker) noexcept;

/// The chunk has no more ordered regions. Waits for its turn first.
void pass_turn(Worker& worker) noexcept;

}  // namespace heddle::omp
