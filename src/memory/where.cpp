// Which nodes a block is tried on, one after the other; see where.hpp.
#include "memory/where.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace heddle::memory {

namespace {

using platform::topology::Localities;
using platform::topology::Locality;
using platform::topology::LocalMemory;

constexpr std::array<std::pair<std::string_view, PlacementMode>, 4> k_modes{{{"malloc", PlacementMode::plain},
                                                                             {"hbw", PlacementMode::fast},
                                                                             {"node", PlacementMode::node},
                                                                             {"fast-node", PlacementMode::fast_node}}};

std::vector<PlacedNode> nodes_of(const Localities& localities) {
  std::vector<PlacedNode> nodes;
  const unsigned first = localities.memories.front().real;
  const bool several =
      std::ranges::any_of(localities.memories, [&](const LocalMemory& memory) { return memory.real != first; });
  for (const LocalMemory& memory : localities.memories) {
    PlacedNode& node = nodes.emplace_back();
    node.number = memory.number;
    if (several) node.bound_to = memory.real;
    if (localities.folded && memory.bytes != 0) node.bytes = memory.bytes;
    node.asks_kernel = several && !localities.folded;
  }
  nodes.emplace_back();  // anywhere
  return nodes;
}

/// The memory of the locality that is nearest to the wish.
std::uint32_t chosen(const Locality& locality, Tier tier, bool fast) {
  const std::uint32_t slowest = locality.reach.back().tier;
  switch (tier) {
    case Tier::fastest:
      return locality.reach.front().memory;
    case Tier::slowest:
      return locality.reach.back().memory;
    case Tier::between:
      for (const Locality::Reach& reach : locality.reach)
        if (reach.tier != 0 && reach.tier != slowest) return reach.memory;
      return locality.home;
    case Tier::by_mode:
      break;
  }
  return fast ? locality.fast().value_or(locality.home) : locality.home;
}

/// The wish in the locality itself, then in the others; then the homes; then whatever there is; at last anywhere.
std::vector<std::uint32_t> order_from(const Localities& localities, std::size_t own, Tier tier, bool fast) {
  std::vector<std::uint32_t> order;
  const auto add = [&](std::uint32_t memory) {
    if (std::ranges::find(order, memory) == order.end()) order.push_back(memory);
  };
  const std::size_t count = localities.all.size();
  for (std::size_t step = 0; step < count; ++step) add(chosen(localities.all[(own + step) % count], tier, fast));
  for (std::size_t step = 0; step < count; ++step) add(localities.all[(own + step) % count].home);
  for (std::uint32_t memory = 0; memory <= localities.memories.size(); ++memory) add(memory);
  return order;
}

}  // namespace

std::string_view name_of(PlacementMode mode) noexcept { return k_modes[static_cast<std::size_t>(mode)].first; }

std::optional<PlacementMode> placement_mode_named(std::string_view name) noexcept {
  for (const auto& [text, mode] : k_modes)
    if (text == name) return mode;
  return std::nullopt;
}

PlacementTable::PlacementTable(const Localities& localities, PlacementMode mode, Spill spill)
    : nodes_(nodes_of(localities)),
      localities_(static_cast<std::uint32_t>(localities.all.size())),
      by_asker_(mode == PlacementMode::fast) {
  const bool fast = mode == PlacementMode::fast || mode == PlacementMode::fast_node;
  const auto anywhere = static_cast<std::uint32_t>(nodes_.size() - 1);
  for (std::size_t locality = 0; locality < localities.all.size(); ++locality)
    for (std::uint32_t tier = 0; tier < k_tier_count; ++tier) {
      const bool plain = mode == PlacementMode::plain && static_cast<Tier>(tier) == Tier::by_mode;
      std::vector<std::uint32_t> order =
          plain ? std::vector{anywhere} : order_from(localities, locality, static_cast<Tier>(tier), fast);
      if (spill == Spill::off) order.resize(1);
      firsts_.push_back(order.front());
      orders_.push_back(std::move(order));
    }
}

}  // namespace heddle::memory
