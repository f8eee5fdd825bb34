// Blocks of data lie where they were meant to, come from pools, and spill by rule.
#include "memory/placement.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <set>
#include <thread>
#include <vector>

#include "memory/fast_nodes.hpp"
#include "platform/threads/threads.hpp"

namespace heddle::memory {
namespace {

using P = platform::Threads;
using platform::topology::CpuSet;
using platform::topology::Localities;
using platform::topology::LocalMemory;
using platform::topology::Nodes;

constexpr std::size_t k_mib = std::size_t{1} << 20;

CpuSet one(std::size_t cpu) {
  CpuSet set;
  set.add(cpu);
  return set;
}

/// As a Knights Landing in SNC-4 mode, folded: DDR on nodes 0 to 3, faster memory on 4 to 7, so much on each.
Localities quarters(std::uint64_t ddr_bytes = 64 * k_mib, std::uint64_t fast_bytes = 16 * k_mib) {
  Nodes nodes;
  for (unsigned quarter = 0; quarter < 4; ++quarter) {
    nodes.cpus.add(quarter);
    nodes.memories.push_back({.number = quarter, .bytes = ddr_bytes, .bandwidth = 90, .cpus = one(quarter)});
    nodes.memories.push_back(
        {.number = quarter + 4, .bytes = fast_bytes, .bandwidth = 450, .kind = "mcdram", .cpus = one(quarter)});
  }
  Localities localities = platform::topology::localities_of(nodes);
  localities.folded = true;
  for (LocalMemory& memory : localities.memories) memory.real = 0;
  return localities;
}

unsigned number_of(const Placement<P>& placement, const void* block) {
  return placement.nodes()[placement.node_of(block)].number;
}

TEST(BlockSizes, EachSizeHasTheSmallestClassThatHoldsIt) {
  for (std::size_t bytes = 0; bytes <= BlockSizes::k_largest; ++bytes) {
    const std::uint32_t size_class = BlockSizes::class_of(bytes);
    ASSERT_GE(BlockSizes::bytes_of(size_class), bytes);
    if (size_class != 0) {
      ASSERT_LT(BlockSizes::bytes_of(size_class - 1), bytes);
    }
    if (bytes >= 64) {
      ASSERT_EQ(BlockSizes::bytes_of(size_class) % 64, 0U);
    }
  }
}

TEST(Placement, NodeModePutsABlockIntoTheHomeOfItsLocality) {
  Placement<P> placement(quarters(), PlacementMode::node, Spill::on);
  auto& cache = *placement.add_cache(2);
  for (std::uint32_t locality = 0; locality < 4; ++locality)
    for (const std::size_t bytes : {1U, 64U, 4096U, 1'000'000U}) {
      void* const block = placement.allocate(cache, bytes, {.locality = locality});
      EXPECT_EQ(number_of(placement, block), locality) << bytes;
      placement.release(cache, block);
    }
  EXPECT_EQ(number_of(placement, placement.allocate(cache, 64, {})), 2U);  // the worker's own
}

TEST(Placement, FastNodeModeTakesTheFastMemoryBesideThat) {
  Placement<P> placement(quarters(), PlacementMode::fast_node, Spill::on);
  auto& cache = *placement.add_cache(2);
  for (std::uint32_t locality = 0; locality < 4; ++locality)
    EXPECT_EQ(number_of(placement, placement.allocate(cache, 100, {.locality = locality})), locality + 4);
}

TEST(FastNodes, AreListsOfNumbersAndRanges) {
  using Numbers = std::vector<unsigned>;
  EXPECT_EQ(parse_nodes("4"), Numbers{4});
  EXPECT_EQ(parse_nodes("9,4-6,5"), (Numbers{4, 5, 6, 9}));
  EXPECT_EQ(parse_nodes(" 0 , 2 "), (Numbers{0, 2}));
  for (const char* wrong : {"", ",", "4,", "-4", "6-4", "a", "4 5", "4;5", "4-", "999999999999", "0-4000000000"})
    EXPECT_EQ(parse_nodes(wrong), std::nullopt) << wrong;
}

TEST(FastNodes, WinOverWhatTheMachineSaysAndLocalitiesWithoutOneShareThem) {
  Placement<P> placement(with_fast_nodes(quarters(), std::vector<unsigned>{1, 6, 99}), PlacementMode::fast, Spill::on);
  const auto lies_on = [&](std::uint32_t asker) {
    return number_of(placement, placement.allocate(*placement.add_cache(asker), 100, {}));
  };
  EXPECT_EQ(lies_on(0), 1U);  // by turns
  EXPECT_EQ(lies_on(1), 1U);  // its own home
  EXPECT_EQ(lies_on(2), 6U);
  EXPECT_EQ(lies_on(3), 6U);  // by turns
}

TEST(FastNodes, ThatNoNodeIsChangeNothing) {
  Placement<P> placement(with_fast_nodes(quarters(), std::vector<unsigned>{99}), PlacementMode::fast, Spill::on);
  EXPECT_EQ(number_of(placement, placement.allocate(*placement.add_cache(3), 100, {})), 7U);
}

TEST(Placement, FastModeGoesByWhoAsks) {
  Placement<P> placement(quarters(), PlacementMode::fast, Spill::on);
  auto& cache = *placement.add_cache(3);
  EXPECT_EQ(number_of(placement, placement.allocate(cache, 100, {.locality = 0})), 7U);
}

TEST(Placement, WithoutFastMemoryTheFastModesTakePlainMemory) {
  Nodes nodes;
  nodes.cpus.add(0);
  nodes.memories.push_back({.number = 0, .cpus = one(0)});
  for (const PlacementMode mode : {PlacementMode::fast, PlacementMode::fast_node}) {
    Placement<P> placement(platform::topology::localities_of(nodes), mode, Spill::on);
    void* const block = placement.allocate(5000, {});
    ASSERT_NE(block, nullptr);
    EXPECT_EQ(number_of(placement, block), 0U);
  }
}

TEST(Placement, PlainModePutsBlocksAnywhereButHintsWin) {
  Placement<P> placement(quarters(), PlacementMode::plain, Spill::on);
  auto& cache = *placement.add_cache(1);
  EXPECT_EQ(placement.node_of(placement.allocate(cache, 100, {.locality = 2})), placement.nodes().size() - 1);
  EXPECT_EQ(number_of(placement, placement.allocate(cache, 100, {.locality = 2, .tier = Tier::fastest})), 6U);
  EXPECT_EQ(number_of(placement, placement.allocate(cache, 100, {.locality = 2, .tier = Tier::slowest})), 2U);
  EXPECT_EQ(number_of(placement, placement.allocate(cache, 100, {.locality = 2, .tier = Tier::between})), 2U);
}

TEST(Placement, BlocksAreAlignedApartAndAsLongAsAsked) {
  Placement<P> placement(quarters(1024 * k_mib), PlacementMode::node, Spill::on);
  auto& cache = *placement.add_cache(0);
  std::vector<std::pair<char*, std::size_t>> blocks;
  for (std::size_t round = 0; round < 3; ++round)
    for (std::size_t bytes = 1; bytes < 600'000; bytes = bytes * 5 / 4 + 1) {
      auto* const block = static_cast<char*>(placement.allocate(cache, bytes, {}));
      ASSERT_NE(block, nullptr) << bytes;
      EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block) % (bytes >= 64 ? 64 : 16), 0U);
      EXPECT_GE(placement.bytes_of(block), bytes);
      std::memset(block, static_cast<int>(blocks.size() % 251), bytes);
      blocks.emplace_back(block, bytes);
    }
  for (std::size_t at = 0; at < blocks.size(); ++at) {
    const auto [block, bytes] = blocks[at];
    const std::string expected(bytes, static_cast<char>(at % 251));
    EXPECT_EQ(std::memcmp(block, expected.data(), bytes), 0) << at;
    placement.release(cache, block);
  }
  EXPECT_EQ(placement.counts()[0].blocks, 0U);
  EXPECT_EQ(placement.counts()[0].bytes, 0U);
}

TEST(Placement, AFullNodeSpillsToTheNextFastOneThenToPlainMemory) {
  Placement<P> placement(quarters(64 * k_mib, 4 * k_mib), PlacementMode::fast_node, Spill::on);
  auto& cache = *placement.add_cache(1);
  std::vector<unsigned> order;
  std::vector<void*> blocks;
  testing::internal::CaptureStderr();
  for (int count = 0; count < 120; ++count) {
    blocks.push_back(placement.allocate(cache, 250'000, {.locality = 1}));
    ASSERT_NE(blocks.back(), nullptr);
    const unsigned number = number_of(placement, blocks.back());
    if (order.empty() || order.back() != number) order.push_back(number);
  }
  EXPECT_EQ(order, (std::vector{5U, 6U, 7U, 4U, 1U}));
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(said.find("memory node 5 is full"), std::string::npos) << said;
  EXPECT_EQ(said.find("is full"), said.rfind("is full")) << said;  // once
  const NodeCount full = placement.counts()[5];
  EXPECT_EQ(full.blocks + full.spilled_blocks, 120U);
  EXPECT_LE(full.mapped_bytes, 4 * k_mib);
  for (void* block : blocks) placement.release(cache, block);
  EXPECT_EQ(number_of(placement, placement.allocate(cache, 250'000, {.locality = 1})), 5U);  // there is room again
}

TEST(Placement, WithoutSpillAFullNodeRefuses) {
  Placement<P> placement(quarters(64 * k_mib, 4 * k_mib), PlacementMode::fast_node, Spill::off);
  auto& cache = *placement.add_cache(1);
  EXPECT_EQ(placement.allocate(cache, 5 * k_mib, {.locality = 1}), nullptr);
  void* const first = placement.allocate(cache, 3 * k_mib, {.locality = 1});
  EXPECT_EQ(number_of(placement, first), 5U);
  EXPECT_EQ(placement.allocate(cache, 3 * k_mib, {.locality = 1}), nullptr);
  placement.release(cache, first);
  EXPECT_NE(placement.allocate(cache, 3 * k_mib, {.locality = 1}), nullptr);
  EXPECT_EQ(placement.counts()[5].spilled_blocks, 0U);
}

TEST(Placement, MoreThanThereIsIsRefused) {
  Placement<P> placement(quarters(), PlacementMode::node, Spill::on);
  EXPECT_EQ(placement.allocate(std::size_t{1} << 50, {}), nullptr);
  EXPECT_EQ(placement.allocate(SIZE_MAX, {}), nullptr);
}

TEST(Placement, MemoryReturnsToTheSystemWhenBlocksDo) {
  Placement<P> placement(quarters(1024 * k_mib), PlacementMode::node, Spill::on);
  auto& cache = *placement.add_cache(0);
  std::vector<void*> blocks;
  for (int count = 0; count < 2000; ++count) blocks.push_back(placement.allocate(cache, 100'000, {}));
  EXPECT_GT(placement.counts()[0].mapped_bytes, 190 * k_mib);
  for (void* block : blocks) placement.release(cache, block);
  EXPECT_LT(placement.counts()[0].mapped_bytes, 70 * k_mib);
}

TEST(Placement, ABlockMayBeGivenBackByAnotherWorker) {
  Placement<P> placement(quarters(), PlacementMode::node, Spill::on);
  auto& maker = *placement.add_cache(0);
  auto& other = *placement.add_cache(3);
  std::set<void*> seen;
  for (int round = 0; round < 10'000; ++round) {
    void* const block = placement.allocate(maker, 200, {});
    ASSERT_EQ(number_of(placement, block), 0U);
    seen.insert(block);
    placement.release(other, block);
  }
  EXPECT_LT(seen.size(), 200U);  // they come back to their maker
  EXPECT_EQ(placement.counts()[0].blocks, 0U);
}

TEST(Placement, ManyThreadsShareItsPools) {
  Placement<P> placement(quarters(), PlacementMode::node, Spill::on);
  constexpr std::uint32_t k_threads = 4;
  std::vector<std::thread> threads;
  std::array<std::atomic<char*>, 64> exchange{};
  for (std::uint32_t thread = 0; thread < k_threads; ++thread)
    threads.emplace_back([&, thread] {
      auto& cache = *placement.add_cache(thread);
      std::uint32_t random = thread + 1;
      for (int round = 0; round < 20'000; ++round) {
        random = random * 1664525u + 1013904223u;
        const std::size_t bytes = 1 + (random >> 8) % 3000;
        auto* block = static_cast<char*>(placement.allocate(cache, bytes, {.locality = (random >> 4) % 4}));
        ASSERT_NE(block, nullptr);
        *block = 1;
        block = exchange[random >> 26].exchange(block);
        if (block != nullptr) placement.release(cache, block);
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (auto& slot : exchange)
    if (slot != nullptr) placement.release(slot);
  for (const NodeCount& node : placement.counts()) EXPECT_EQ(node.blocks, 0U);
}

}  // namespace
}  // namespace heddle::memory
