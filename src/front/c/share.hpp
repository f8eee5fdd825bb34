// A running loop of heddle.h, and what one thread has of it.
//
// Iterations come from one of three sources: the worksharing of an OpenMP region that the loop has opened, a schedule
// object of its own (inside a region that is open already), or, for a single thread, from the loop itself.
// Invariant: a share belongs to the thread that runs its body; of the loop, only `stopped` changes while it runs.
#pragma once

#include <atomic>
#include <cstdint>

#include "graph/loop_schedule.hpp"
#include "heddle/loop.h"
#include "omp/loop.hpp"

namespace heddle::c {

using P = platform::Threads;

/// Pieces of a thread's equal share, so that a loop can be stopped before a thread has run all of it.
inline constexpr std::uint64_t k_strips = 16;

struct Loop {
  heddle_share_body body = nullptr;
  void* data = nullptr;
  std::uint64_t trips = 0;
  std::uint64_t longest = UINT64_MAX;  // no block has more iterations
  P::atomic<bool> stopped{false};
};

/// Where a share gets its iterations.
enum class Source : std::uint8_t { alone, region, schedule };

}  // namespace heddle::c

struct heddle_share {
  heddle::c::Loop& loop;
  heddle::c::Source source;
  std::uint32_t seat = 0;
  heddle::process::Worker* worker = nullptr;                                   // Source::region
  heddle::graph::LoopSchedule<heddle::platform::Threads>* schedule = nullptr;  // Source::schedule
  heddle::graph::LoopCursor cursor{};
  heddle::graph::Chunk rest{};  // taken from the source and not given out
};
