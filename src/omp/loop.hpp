// Worksharing loops and sections: which schedule, which iterations, in which order.
//
// The calling thread is a member of the team that the loop binds to, also outside any region.
#pragma once

#include "omp/construct.hpp"

namespace heddle::omp {

struct Schedule {
  ScheduleKind kind = ScheduleKind::runtime;
  std::uint64_t chunk = 0;  // 0: not said
  /// Whether a thread must get its chunks in rising order. `unsaid`: not.
  Monotonicity monotonicity = Monotonicity::monotonic;
};

/// What the threads of a construct share beside its iterations.
struct LoopExtras {
  std::uintptr_t* reductions = nullptr;  // a task reduction descriptor, see reduction.hpp
  void** memory = nullptr;               // in: a size in bytes; out: zeroed memory
};

struct LoopRequest {
  LoopSpace space;
  Schedule schedule;
  LoopOrder order = LoopOrder::none;
  std::uint32_t dimensions = 0;           // doacross: loops in the nest, the workshared one included
  const std::uint64_t* counts = nullptr;  // doacross: their trips
  LoopExtras extras;
  std::uintptr_t site = 0;  // names the place in the program, so that a loop run again is known; 0: unknown
  /// What schedule(runtime) means as long as nobody has chosen a schedule: GCC's programs see the ICV's first value.
  enum class Unchosen : std::uint8_t { as_icv, static_blocks } unchosen = Unchosen::as_icv;
};

/// Values [first, last) of the loop variable in its direction.
struct LoopRange {
  bool any = false;
  std::uint64_t first = 0;
  std::uint64_t last = 0;
};

/// Enters a loop (or sections) construct without taking iterations.
void open_loop(Worker& worker, const LoopRequest& request) noexcept;

/// Enters, and takes the first iterations.
LoopRange start_loop(Worker& worker, const LoopRequest& request) noexcept;

/// The next iterations of the open loop. Before it takes them, an ordered loop passes on its turn, and a doacross loop
/// completes its chunk.
LoopRange next_of_loop(Worker& worker) noexcept;

enum class LoopEnd : std::uint8_t { nowait, barrier, cancellable };

/// Leaves a loop or sections construct. @returns true when the region is cancelled and must be left.
bool end_loop(Worker& worker, LoopEnd end) noexcept;

/// How many chunks `schedule(auto)` makes for each thread: enough to even out any body to 3 %, so few that drawing them
/// costs nothing.
inline constexpr std::uint64_t k_auto_chunks_per_thread = 32;

/// What runtime, auto and HEDDLE_LOOP come to. Never runtime or automatic.
Schedule resolve_schedule(const Worker& worker, const LoopRequest& request) noexcept;

// -- Sections: a loop over the sections, handed out one at a time.

/// What enters a construct of `count` sections; open_loop() and end_loop() are those of loops.
LoopRequest sections_request(std::uint64_t count) noexcept;

/// @returns the number of the next section, from 0, or UINT64_MAX when there is none
std::uint64_t next_section(Worker& worker) noexcept;

}  // namespace heddle::omp
