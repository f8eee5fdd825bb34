// The length of a bounded spin, a word that all platform policies share.
#pragma once

#include <cstdint>

namespace heddle::platform {

/// How long a bounded spin may last, in rounds of one load and one pause (about 35 ns a round on x86-64).
struct Spins {
  std::uint32_t rounds;
  static constexpr Spins unbounded() noexcept { return {UINT32_MAX}; }
};

}  // namespace heddle::platform
