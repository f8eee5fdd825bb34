// Memory that comes from a certain NUMA node: fresh pages, bound by the kernel's mbind. libnuma is not needed for that,
// and its numa_alloc_onnode would give memory of any node in place of one that is missing.
//
// Any thread; nothing is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "platform/topology/available.hpp"

namespace heddle::platform::topology {

/// Where pages are to come from; none: from where the kernel likes.
using NodeNumber = std::optional<unsigned>;

struct NodeMapping {
  void* memory = nullptr;  // null: the system has none
  bool bound = false;      // the kernel will take its pages from the node, as long as that has some
};

/// Maps `bytes`, a multiple of the page size, at a multiple of `alignment`, a power of two. Nothing is touched: the
/// pages come when they are written first, whichever thread does it.
NodeMapping map_on_node(std::size_t bytes, std::size_t alignment, NodeNumber node) noexcept;
void unmap_from_node(void* memory, std::size_t bytes) noexcept;

/// What the kernel says is free on the node; nothing when it does not say. Costs a small file, some 10 µs.
std::optional<std::uint64_t> free_bytes_of_node(unsigned node, const Roots& roots = {}) noexcept;

/// The node that holds the page at the address, which has been written; nothing when the kernel does not say.
NodeNumber node_of_page(const void* address) noexcept;

}  // namespace heddle::platform::topology
