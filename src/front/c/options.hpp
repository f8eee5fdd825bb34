// heddle_loop_options, checked and in the engine's words. Pure.
#pragma once

#include "heddle/loop.h"
#include "omp/loop.hpp"

namespace heddle::c {

struct Options {
  omp::Schedule schedule;
  unsigned threads = 0;  // 0: not said
};

/// @returns HEDDLE_OK and fills `checked`, or the code of what is wrong. `given` may be null.
int check_options(const heddle_loop_options* given, Options& checked) noexcept;

/// Threads that a loop with these options would get here and now, at most; 0 for options that are refused.
std::uint32_t most_seats(const heddle_loop_options* given, std::uint64_t trips) noexcept;

/// The number of iterations; HEDDLE_BAD_RANGE in `code` when the step is zero.
struct Trips {
  int code = HEDDLE_OK;
  std::uint64_t count = 0;
};
Trips trips_of(const heddle_range& range) noexcept;

}  // namespace heddle::c
