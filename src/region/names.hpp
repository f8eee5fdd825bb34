// Names: the ids of regions. Odd, at least 3, never used again; an id says by itself which record it names, and which
// scheduler node its region was given to.
//
//   63      56 55                    25 24             1 0
//  [ node     | which of its regions   | record         |1]
#pragma once

#include <cstdint>

namespace heddle::region {

using Id = std::uint64_t;

inline constexpr Id k_root = 1;  // inside; programs say 0
inline constexpr std::uint32_t k_index_bits = 24;
inline constexpr std::uint32_t k_turn_bits = 31;
inline constexpr std::uint32_t k_most_regions = std::uint32_t{1} << k_index_bits;

struct Name {
  static constexpr Id make(std::uint32_t node, std::uint32_t turn, std::uint32_t index) noexcept {
    return (Id{node} << (1 + k_index_bits + k_turn_bits)) | (Id{turn} << (1 + k_index_bits)) | (Id{index} << 1) | 1;
  }
  static constexpr std::uint32_t index_of(Id id) noexcept {
    return static_cast<std::uint32_t>(id >> 1) & (k_most_regions - 1);
  }
  static constexpr std::uint32_t turn_of(Id id) noexcept {
    return static_cast<std::uint32_t>(id >> (1 + k_index_bits)) & ((std::uint32_t{1} << k_turn_bits) - 1);
  }
  static constexpr std::uint32_t node_of(Id id) noexcept {
    return static_cast<std::uint32_t>(id >> (1 + k_index_bits + k_turn_bits));
  }
  static constexpr bool is_id(std::uint64_t word) noexcept { return (word & 1) != 0; }
};

}  // namespace heddle::region
