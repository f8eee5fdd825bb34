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
inline constexpr std::size_t k_max_locations = 256;  // atomics of one run; the engine says so when they do not suffice

using ThreadId = std::uint32_t;
using LocationId = std::uint32_t;
using Clock = std::uint32_t;

/// The place of a store in the modification order of its atomic. There are gaps, for stores that slip in earlier.
using Stamp = std::uint32_t;

struct View {
  std::array<Clock, k_max_threads> clocks{};

  View() noexcept = default;
  View(const View& other) noexcept : clocks(other.clocks), known_(other.known_) {
    std::copy_n(other.floors_.begin(), known_, floors_.begin());
  }
  View& operator=(const View& other) noexcept {
    clocks = other.clocks;
    known_ = other.known_;
    std::copy_n(other.floors_.begin(), known_, floors_.begin());
    return *this;
  }

  Stamp floor(LocationId location) const noexcept { return location < known_ ? floors_[location] : 0; }

  void join(const View& other) noexcept {
    for (std::size_t i = 0; i < k_max_threads; ++i) clocks[i] = std::max(clocks[i], other.clocks[i]);
    extend(other.known_);
    for (LocationId i = 0; i < other.known_; ++i) floors_[i] = std::max(floors_[i], other.floors_[i]);
  }

  void raise(LocationId location, Stamp stamp) noexcept {
    extend(location + 1);
    floors_[location] = std::max(floors_[location], stamp);
  }

 private:
  void extend(LocationId count) noexcept {
    for (; known_ < count; ++known_) floors_[known_] = 0;
  }

  LocationId known_ = 0;  // floors from here on are 0, and not written down: most models use a small part of them
  std::array<Stamp, k_max_locations> floors_;
};

}  // namespace heddle::platform::check
