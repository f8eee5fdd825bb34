// On which node a block of data is to lie: what a program says of it, what its user has chosen, and the nodes that
// follow from both, in the order in which they are tried.
//
// The modes are those of Dokulil, Benkner and Yaghob, "The Open Community Runtime on the Intel Knights Landing
// Architecture" (2017), section 3.2: malloc, hbw_malloc, numa_alloc_onnode to DDR, and to MCDRAM. Departures: blocks
// come from pools; what is full is our own count, with a next node to go to.
//
// Values and tables; made once, read by any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "platform/topology/localities.hpp"

namespace heddle::memory {

/// HEDDLE_OCR_MEMORY.
enum class PlacementMode : std::uint8_t {
  plain,      // malloc: anywhere
  fast,       // hbw: the fast node nearest to whoever asks
  node,       // node: the home of the block's locality
  fast_node,  // fast-node: the fast node beside that
};

/// "malloc", "hbw", "node", "fast-node".
std::string_view name_of(PlacementMode mode) noexcept;
std::optional<PlacementMode> placement_mode_named(std::string_view name) noexcept;

/// HEDDLE_OCR_SPILL: whether a block goes elsewhere when its node is full.
enum class Spill : std::uint8_t { on, off };

/// What is wanted of the memories that a locality reaches. All but `by_mode` win over the mode.
enum class Tier : std::uint8_t { by_mode, fastest, between, slowest };
inline constexpr std::uint32_t k_tier_count = 4;

inline constexpr std::uint32_t k_own_locality = UINT32_MAX;  // that of the worker that asks

struct Where {
  std::uint32_t locality = k_own_locality;
  Tier tier = Tier::by_mode;
};

/// A memory that blocks are placed in.
struct PlacedNode {
  unsigned number = 0;                 // as the topology has it
  std::optional<unsigned> bound_to;    // the node of this machine; nothing: wherever the kernel likes
  std::optional<std::uint64_t> bytes;  // that it may hold at most, where that is emulated
  bool asks_kernel = false;            // how much is free there is the kernel's to say
};

/// For each locality and tier the nodes in the order in which they are tried: indices into nodes(). The last of
/// nodes() is none of the machine's: blocks there lie anywhere.
class PlacementTable {
 public:
  PlacementTable(const platform::topology::Localities& localities, PlacementMode mode, Spill spill);

  const std::vector<PlacedNode>& nodes() const noexcept { return nodes_; }
  std::uint32_t localities() const noexcept { return localities_; }

  /// The nodes for blocks of `where`, asked for by a worker of the locality `own`. Never empty.
  const std::vector<std::uint32_t>& order(Where where, std::uint32_t own) const noexcept {
    return orders_[row(where, own)];
  }
  /// The first of them.
  std::uint32_t first(Where where, std::uint32_t own) const noexcept { return firsts_[row(where, own)]; }

 private:
  std::size_t row(Where where, std::uint32_t own) const noexcept {
    const bool asker_counts = where.locality >= localities_ || (where.tier == Tier::by_mode && by_asker_);
    const std::uint32_t locality = asker_counts ? own : where.locality;
    return std::size_t{locality} * k_tier_count + static_cast<std::size_t>(where.tier);
  }

  std::vector<PlacedNode> nodes_;
  std::vector<std::vector<std::uint32_t>> orders_;
  std::vector<std::uint32_t> firsts_;
  std::uint32_t localities_;
  bool by_asker_;  // the mode goes by who asks, not by the block's locality
};

}  // namespace heddle::memory
