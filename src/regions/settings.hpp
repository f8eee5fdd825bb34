// What the environment says of regions: HEDDLE_REGION_SPACE, HEDDLE_SCHEDULERS.
#pragma once

#include <cstddef>
#include <cstdint>

namespace heddle::regions {

struct RegionSettings {
  static constexpr std::uint32_t k_most_levels = 8;

  std::size_t space_bytes = std::size_t{1} << 40;
  std::uint32_t widths[k_most_levels] = {1};  // nodes of each level of the tree, from the root down
  std::uint32_t levels = 1;
  bool dedicated = false;  // each node has a thread

  std::uint32_t node_count() const noexcept {
    std::uint32_t sum = 0;
    for (std::uint32_t level = 0; level < levels; ++level) sum += widths[level];
    return sum;
  }
};

/// What is malformed is said once, and has its default.
RegionSettings read_settings() noexcept;

}  // namespace heddle::regions
