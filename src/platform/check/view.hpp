// What a thread, a stored value or a fence knows: how far each thread has come, and the oldest value that may still be
// read of each atomic.
//
// Knowledge only grows. Joining the knowledge of a stored value into that of its reader is what "synchronizes with"
// means here.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::platform::check {

inline constexpr std::size_t k_max_threads = 8;      // models are small: 2 to 4 threads beside the one that sets up
inline constexpr std::size_t k_max_locations = 128;  // atomics of one run; the engine says so when they do not suffice

using ThreadId = std::uint32_t;
using LocationId = std::uint32_t;
using Clock = std::uint32_t;

/// The place of a store in the modification order of its atomic. There are gaps, for stores that slip in earlier.
using Stamp = std::uint32_t;

struct View {
  std::array<Clock, k_max_threads> clocks{};
  std::array<Stamp, k_max_locations> floors{};
  LocationId known = 0;  // all floors from here on are 0: most models use a small part of them

  void join(const View& other) noexcept {
    for (std::size_t i = 0; i < k_max_threads; ++i) clocks[i] = std::max(clocks[i], other.clocks[i]);
    for (LocationId i = 0; i < other.known; ++i) floors[i] = std::max(floors[i], other.floors[i]);
    known = std::max(known, other.known);
  }

  void raise(LocationId location, Stamp stamp) noexcept {
    floors[location] = std::max(floors[location], stamp);
    known = std::max(known, location + 1);
  }
};

}  // namespace heddle::platform::check
