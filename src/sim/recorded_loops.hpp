// The loops of a graph file: what each thread of a region ran of them, and the loops that this makes together.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/fields.hpp"
#include "sim/program.hpp"

namespace heddle::sim {

/// What one thread ran of a loop. Its parts are those of this thread.
struct RecordedLoop {
  ProgramLoop loop;
  std::uint64_t offset_ns = 0;
  bool ordered = false;
};

/// All that a thread of a region did: its own time, and its loops in rising order.
struct ThreadsLoops {
  std::uint64_t duration_ns;
  const std::vector<RecordedLoop>& loops;
};

/// A task's `loops`, if it has any.
Wrong read_loops(const Fields& fields, const Json& task, std::vector<RecordedLoop>& into);

/// The region of these threads. @returns none when they did not run the same loops, or not all of their iterations, or
/// when iterations wait for one another. @pre there is a thread, and it has a loop
std::optional<LoopRegion> join(const std::vector<ThreadsLoops>& threads);

}  // namespace heddle::sim
