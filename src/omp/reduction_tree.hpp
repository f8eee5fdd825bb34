// The copies of a reduction, one per thread, combined in pairs: log2(threads) steps instead of one after the other.
//
// A thread gives its copy to the one whose number lacks its lowest bit, when it has taken those of the threads above
// it; so the order of combining, and with it the sum of floating-point numbers, is the same in every run. Who has given
// its copy waits until it is taken, since the copy is on its stack. Every thread of the team comes by, unless the
// region is cancelled: then nobody waits for who may have left. Called by each member's own thread.
#pragma once

#include "omp/region.hpp"

namespace heddle::omp {

/// Adds `from` to `into`, both being what the threads have given.
using CombineCopies = void (*)(void* into, void* from);

enum class TreePlace : std::uint8_t {
  root,   // the caller's copy holds those of all threads
  inner,  // it has been taken, or the region is cancelled
};

TreePlace combine_in_tree(Worker& worker, void* copy, CombineCopies combine) noexcept;

}  // namespace heddle::omp
