// Fresh memory of a node.
#include "platform/topology/node_memory.hpp"

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdint>

#include "file_tree.hpp"

namespace heddle::platform::topology {
namespace {

constexpr std::size_t k_huge = std::size_t{2} << 20;

TEST(NodeMemory, IsAlignedEmptyAndWritable) {
  const NodeMapping mapping = map_on_node(3 * k_huge, k_huge, 0U);
  ASSERT_NE(mapping.memory, nullptr);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(mapping.memory) % k_huge, 0U);
  auto* const bytes = static_cast<char*>(mapping.memory);
  EXPECT_EQ(bytes[3 * k_huge - 1], 0);
  bytes[0] = bytes[3 * k_huge - 1] = 1;
  const NodeNumber node = node_of_page(bytes);
  if (mapping.bound && node) {
    EXPECT_EQ(*node, 0U);
  }
  unmap_from_node(mapping.memory, 3 * k_huge);
}

TEST(NodeMemory, ANodeThatIsMissingIsNotBoundToAndChangesNoErrorNumber) {
  errno = EDOM;
  const NodeMapping mapping = map_on_node(k_huge, k_huge, 1000U);
  EXPECT_EQ(errno, EDOM);
  EXPECT_FALSE(mapping.bound);
  if (mapping.memory != nullptr) unmap_from_node(mapping.memory, k_huge);
}

TEST(NodeMemory, MoreThanThereIsAddressSpaceIsRefused) {
  EXPECT_EQ(map_on_node(SIZE_MAX - k_huge, k_huge, {}).memory, nullptr);
  EXPECT_EQ(map_on_node(std::size_t{1} << 55, k_huge, {}).memory, nullptr);
}

TEST(NodeMemory, WhatIsFreeIsTheKernelsToSay) {
  FileTree files;
  files.write("node/node7/meminfo", "Node 7 MemTotal:   16 kB\nNode 7 MemFree:         12 kB\nNode 7 MemUsed: 4 kB\n");
  Roots roots;
  roots.nodes = files.path("node");
  EXPECT_EQ(free_bytes_of_node(7, roots), std::optional<std::uint64_t>(12 * 1024));
  EXPECT_FALSE(free_bytes_of_node(8, roots));
}

}  // namespace
}  // namespace heddle::platform::topology
