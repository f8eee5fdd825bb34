// The slab: classes, alignment, reuse, blocks that come home in batches, and that memory use does not grow by itself.
#include "memory/slab.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <cstdint>
#include <cstring>
#include <set>
#include <vector>

#include "platform/threads/threads.hpp"

namespace {

using Slab = heddle::memory::Slab<heddle::platform::Threads>;

TEST(Slab, the_class_of_a_size_is_the_smallest_that_holds_it) {
  for (std::size_t bytes = 0; bytes <= Slab::k_largest; ++bytes) {
    const std::uint16_t size_class = Slab::class_of(bytes);
    ASSERT_GE(Slab::k_sizes[size_class], bytes);
    if (size_class != 0) {
      ASSERT_LT(Slab::k_sizes[size_class - 1], bytes);
    }
  }
}

TEST(Slab, blocks_are_aligned_to_a_line_and_do_not_overlap) {
  Slab slab;
  std::set<std::pair<std::uintptr_t, std::uintptr_t>> taken;
  for (int round = 0; round < 300; ++round) {
    for (std::uint16_t size_class = 0; size_class < Slab::k_sizes.size(); ++size_class) {
      void* const block = slab.allocate(size_class);
      const auto begin = reinterpret_cast<std::uintptr_t>(block);
      ASSERT_EQ(begin % 64, 0u);
      std::memset(block, round, Slab::k_sizes[size_class]);
      const auto [place, is_new] = taken.insert({begin, begin + Slab::k_sizes[size_class]});
      ASSERT_TRUE(is_new);
      ASSERT_TRUE(place == taken.begin() || std::prev(place)->second <= begin);
      ASSERT_TRUE(std::next(place) == taken.end() || std::next(place)->first >= place->second);
    }
  }
}

TEST(Slab, the_block_freed_last_is_used_next) {
  Slab slab;
  void* const block = slab.allocate(2);
  slab.release(block, 2, &slab);
  EXPECT_EQ(slab.allocate(2), block);
}

TEST(Slab, blocks_freed_by_another_worker_come_home_when_it_flushes) {
  Slab home;
  Slab other;
  std::set<void*> given;
  for (int i = 0; i < 1000; ++i) given.insert(home.allocate(0));
  for (void* block : given) other.release(block, 0, &home);
  other.flush();
  std::size_t returned = 0;
  for (int i = 0; i < 2000; ++i) returned += given.erase(home.allocate(0));
  EXPECT_EQ(returned, 1000u);
}

TEST(Slab, a_batch_holds_blocks_of_one_home_and_one_class) {
  Slab homes[2];
  Slab other;
  std::set<void*> given[2][2];
  for (int i = 0; i < 50; ++i) {
    for (int home : {0, 1}) {
      for (std::uint16_t size_class : {0, 1}) {
        void* const block = homes[home].allocate(size_class);
        given[home][size_class].insert(block);
      }
    }
  }
  for (int i = 0; i < 50; ++i) {
    for (int home : {0, 1}) {
      for (std::uint16_t size_class : {0, 1}) {
        other.release(*std::next(given[home][size_class].begin(), i), size_class, &homes[home]);
      }
    }
  }
  other.flush();
  for (int home : {0, 1}) {
    for (std::uint16_t size_class : {0, 1}) {
      for (int i = 0; i < 1000; ++i) given[home][size_class].erase(homes[home].allocate(size_class));
      EXPECT_TRUE(given[home][size_class].empty());
    }
  }
}

TEST(Slab, a_producer_whose_blocks_are_freed_elsewhere_needs_no_more_memory_in_time) {
  Slab home;
  Slab other;
  std::vector<void*> blocks(500);
  const auto round = [&] {
    for (void*& block : blocks) block = home.allocate(3);
    for (void* block : blocks) other.release(block, 3, &home);
    other.flush();
  };
  for (int i = 0; i < 10; ++i) round();
  const std::size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
  for (int i = 0; i < 1000; ++i) round();
  EXPECT_EQ(mallinfo2().uordblks + mallinfo2().hblkhd, before);
}

}  // namespace
