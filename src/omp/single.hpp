// Single: the thread that comes first runs the block.
//
// One word per team holds the number of the single construct claimed last. All members count their singles alike, and
// nobody comes to one without the one before being claimed; so it only grows within a region, and a thread whose number
// it has reached comes too late. One compare-exchange for those who come at once, none for those who come later; no
// matter how far apart they are.
#pragma once

#include "omp/construct.hpp"

namespace heddle::omp {

/// @returns true in the thread that runs the block
bool start_single(Worker& worker) noexcept;

/// The same with copyprivate. @returns null in the thread that runs the block and then calls end_single_copy(); in the
/// others, as soon as that is done, what it was given. A barrier must follow.
void* start_single_copy(Worker& worker) noexcept;
void end_single_copy(Worker& worker, void* data) noexcept;

}  // namespace heddle::omp
