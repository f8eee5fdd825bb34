// The iterations of a loop, as the program counts them, and as numbers [0, trip).
//
// All arithmetic is modulo 2^64 on the two's complement, so it is exact for signed and unsigned loops alike, also where
// start, end and their distance lie next to the limits of the type. What can overflow is decided here, once. Pure.
#pragma once

#include <cstdint>

#include "base/bits.hpp"
#include "base/check.hpp"
#include "graph/loop_schedule.hpp"

namespace heddle::graph {

struct LoopSpace {
  std::uint64_t start = 0;
  std::uint64_t stride = 1;  // of one iteration; negative ones as two's complement
  std::uint64_t end = 0;     // the first value that is not in the loop, as the program gave it
  std::uint64_t trip = 0;

  /// The value of the loop variable in front of iteration `number`; for the end of the loop, the program's own end, so
  /// that it cannot overflow where start + trip * stride would.
  constexpr std::uint64_t at(std::uint64_t number) const noexcept {
    return number == trip ? end : start + number * stride;
  }
};

/// for (i = start; i < end; i += stride), or > when the stride is negative.
constexpr LoopSpace signed_space(std::int64_t start, std::int64_t end, std::int64_t stride) noexcept {
  HEDDLE_CHECK(stride != 0, "a loop with an increment of zero");
  const auto from = static_cast<std::uint64_t>(start);
  const auto to = static_cast<std::uint64_t>(end);
  const auto step = static_cast<std::uint64_t>(stride);
  std::uint64_t trip = 0;
  if (stride > 0 && start < end) trip = base::divide_up(to - from, step);
  if (stride < 0 && start > end) trip = base::divide_up(from - to, std::uint64_t{0} - step);
  return {from, step, to, trip};
}

enum class Direction : std::uint8_t { up, down };

/// The same for unsigned loop variables, whose direction the stride does not tell.
constexpr LoopSpace unsigned_space(Direction direction, std::uint64_t start, std::uint64_t end,
                                   std::uint64_t stride) noexcept {
  HEDDLE_CHECK(stride != 0, "a loop with an increment of zero");
  std::uint64_t trip = 0;
  if (direction == Direction::up && start < end) trip = base::divide_up(end - start, stride);
  if (direction == Direction::down && start > end) trip = base::divide_up(start - end, std::uint64_t{0} - stride);
  return {start, stride, end, trip};
}

/// 0, 1, … trip - 1.
constexpr LoopSpace counted_space(std::uint64_t trip) noexcept { return {0, 1, trip, trip}; }

}  // namespace heddle::graph
