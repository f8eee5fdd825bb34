// Combined constructs: a parallel region whose threads enter one loop, or one sections construct, before its body runs.
#pragma once

#include "omp/loop.hpp"
#include "omp/region.hpp"

namespace heddle::omp {

/// What the threads of such a region are told.
struct RegionLoop {
  RegionRequest region;
  LoopRequest loop;
};

/// parallel loop: the body finds the construct open.
void parallel_loop(const RegionRequest& region, const LoopRequest& loop) noexcept;

/// The first half for the old interface; end_parallel() is the second.
void begin_parallel_loop(const RegionRequest& region, const LoopRequest& loop) noexcept;

}  // namespace heddle::omp
