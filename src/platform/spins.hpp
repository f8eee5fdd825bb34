// The length of a bounded spin, a word that all platform policies share.
#pragma once

#include <cstdint>

namespace heddle::platform {

/// How long a bounded spin may last, in rounds of one pause (about 35 ns a round on x86-64).
struct Spins {
  std::uint32_t rounds;
  /// Most pauses between two looks: they double from one on. Each look takes the word's line from whoever writes there.
  std::uint32_t longest_gap = 1;
  static constexpr Spins unbounded() noexcept { return {UINT32_MAX, 1}; }
};

}  // namespace heddle::platform
