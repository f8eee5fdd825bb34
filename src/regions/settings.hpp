// What the environment says of regions: HEDDLE_REGION_SPACE, HEDDLE_SCHEDULERS, HEDDLE_LOCALITY. And the tree of
// scheduler nodes where it says nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "schedule/balance/child_choice.hpp"

namespace heddle::regions {

struct RegionSettings {
  static constexpr std::uint32_t k_most_levels = 8;

  std::size_t space_bytes = std::size_t{1} << 40;
  std::uint32_t widths[k_most_levels] = {1};  // nodes of each level of the tree, from the root down
  std::uint32_t levels = 1;
  bool dedicated = false;                                            // each node has a thread
  std::uint32_t locality = schedule::ChildChoice::k_usual_locality;  // p of T = pL + (100 - p)B

  std::uint32_t node_count() const noexcept {
    std::uint32_t sum = 0;
    for (std::uint32_t level = 0; level < levels; ++level) sum += widths[level];
    return sum;
  }
};

/// The tree for a machine: a leaf for each last-level cache, several where one serves more than 16 cpus; at most 16
/// children a node. @param cpus  of each cache, those that the process may use
void make_tree(std::span<const std::uint32_t> cpus, RegionSettings& settings) noexcept;

/// The tree for several ranks: a leaf each.
void make_tree_of_ranks(std::uint32_t ranks, RegionSettings& settings) noexcept;

/// What is malformed is said once, and has its default.
RegionSettings read_settings() noexcept;

}  // namespace heddle::regions
