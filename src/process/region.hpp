// Parallel regions for doors below the one that gives them a meaning: opened as that room opens its own (omp: its
// settings, its places), or plainly where there is none.
//
// The caller opens, runs the body itself as the team's first thread, and closes. Any thread.
#pragma once

#include "process/types.hpp"

namespace heddle::process {

struct RegionWish {
  void (*body)(void*) = nullptr;  // run by the other threads
  void* data = nullptr;
  unsigned threads = 0;  // 0: as many as a region gets that asks for no number (team_size.hpp)
};

/// @returns the team, in which the caller sits now; it may have fewer threads
Team& open_region(Worker& worker, const RegionWish& wish) noexcept;
void close_region(Worker& worker) noexcept;

}  // namespace heddle::process
