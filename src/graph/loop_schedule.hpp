// The seam between worksharing and the loop schedules (floor 5): which worker runs which iterations of a loop.
//
// A loop is normalised: its iterations are the numbers [0, trip). What they mean to the program (start, stride, sign,
// overflow) is decided once, by whoever translates. A schedule object serves one loop at a time and is used again.
#pragma once

#include <cstdint>

#include "graph/scheduler.hpp"

namespace heddle::graph {

/// Iterations [first, last). A chunk without iterations says that there are no more.
struct Chunk {
  std::uint64_t first = 0;
  std::uint64_t last = 0;

  constexpr bool empty() const noexcept { return first == last; }
};

/// Names one loop among those that a team runs: they are counted within a region, by every member alike.
struct LoopNumber {
  std::uint64_t region = 0;
  std::uint64_t count = 0;  // among the region's constructs, from 1 on; 0: nobody counts
};

/// A loop as its schedule sees it.
struct LoopShape {
  std::uint64_t trip = 0;
  std::uint64_t chunk = 0;                // iterations at a time; 0: the schedule chooses
  std::uint32_t threads = 1;              // seats that take part, from 0 on
  std::uint32_t processors = UINT32_MAX;  // that these may use
  std::uintptr_t site = 0;                // names the place in the program; 0: no place is known
  LoopNumber number{};                    // of the loop, where each member knows the whole of it

  /// More threads than processors: who does not answer may be waiting for this very core.
  constexpr bool crowded() const noexcept { return threads > processors; }
};

/// What one seat remembers of one loop between two chunks. Zero when the loop starts, then the schedule's.
struct LoopCursor {
  std::uint64_t taken = 0;
};

template <class P>
class LoopSchedule {
 public:
  virtual ~LoopSchedule() = default;

  /// A new loop. Called by one thread, before any other may call take(); nobody takes from the last loop any more.
  virtual void open(const LoopShape& shape) noexcept = 0;

  /// The next iterations for this seat: in rising order under static, dynamic and guided, in any under those that
  /// balance themselves; but after the loop's last iteration a seat gets nothing more (last_unit.hpp says why). Called
  /// by the seat's thread, once per chunk; after an empty chunk it does not call again.
  virtual Chunk take(Seat seat, LoopCursor& cursor) noexcept = 0;

  /// The loop is cancelled: no more chunks, except to those who are just taking one. Any thread.
  virtual void stop() noexcept = 0;
};

}  // namespace heddle::graph
