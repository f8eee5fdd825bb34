// A processor of which nothing is known; see processor.hpp.
#pragma once

#include <cstdint>
#include <ctime>

namespace heddle::platform::processor {

/// No pause: spins stay bounded all the same.
inline void pause() noexcept {}

inline std::uint64_t rough_ns() noexcept {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<std::uint64_t>(time.tv_sec) * 1'000'000'000u + static_cast<std::uint64_t>(time.tv_nsec);
}

}  // namespace heddle::platform::processor
