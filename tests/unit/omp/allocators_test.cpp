// Allocators: what traits do to alignment, pools and failure, and that every block finds its way back.
#include "omp/memory_allocators.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

namespace heddle::omp {
namespace {

constexpr std::uintptr_t k_omp_atv_default = UINTPTR_MAX;

/// An allocator for the length of a test.
class Made {
 public:
  Made(std::initializer_list<Trait> traits)
      : handle_(make_allocator(MemorySpace::default_mem, {traits.begin(), traits.size()})) {}
  ~Made() { destroy_allocator(handle_); }
  Made(const Made&) = delete;
  Made& operator=(const Made&) = delete;
  operator AllocatorHandle() const { return handle_; }

 private:
  AllocatorHandle handle_;
};

bool aligned(const void* block, std::size_t alignment) {
  return reinterpret_cast<std::uintptr_t>(block) % alignment == 0;
}

Trait falls_back(Fallback fallback) { return {TraitKey::fallback, static_cast<std::uintptr_t>(fallback)}; }

TEST(Allocators, PredefinedOnesGiveMemory) {
  for (AllocatorHandle handle = k_default_mem_alloc; handle <= k_last_predefined; ++handle) {
    void* block = allocate({100, 1, handle});
    ASSERT_NE(block, nullptr) << handle;
    std::memset(block, 1, 100);
    release(block);
  }
}

TEST(Allocators, NothingAskedForIsNothingGiven) { EXPECT_EQ(allocate({0, 1, k_default_mem_alloc}), nullptr); }

TEST(Allocators, TheWiderOfRequestAndTraitAligns) {
  const Made wide{{TraitKey::alignment, 256}};
  for (const std::size_t asked : {1, 64, 256, 4096}) {
    void* block = allocate({10, asked, wide});
    EXPECT_TRUE(aligned(block, std::max<std::size_t>(asked, 256))) << asked;
    release(block);
  }
}

TEST(Allocators, AnAlignmentThatIsNoPowerOfTwoIsRefused) {
  EXPECT_EQ(allocate({10, 24, k_default_mem_alloc}), nullptr);
  EXPECT_EQ(make_allocator(MemorySpace::default_mem, std::array{Trait{TraitKey::alignment, 24}}), k_null_allocator);
}

TEST(Allocators, ZeroedMemoryIsZero) {
  auto* block = static_cast<unsigned char*>(allocate({4096, 512, k_default_mem_alloc, MemoryRequest::Content::zero}));
  for (int i = 0; i < 4096; ++i) ASSERT_EQ(block[i], 0);
  release(block);
}

TEST(Allocators, APoolGivesWhatItHasAndTakesItBack) {
  const Made pool{{TraitKey::pool_size, 100}, falls_back(Fallback::null)};
  void* first = allocate({60, 1, pool});
  ASSERT_NE(first, nullptr);
  EXPECT_EQ(allocate({41, 1, pool}), nullptr);
  void* second = allocate({40, 1, pool});
  EXPECT_NE(second, nullptr);
  release(first);
  void* third = allocate({60, 1, pool});
  EXPECT_NE(third, nullptr);
  release(second);
  release(third);
}

TEST(Allocators, AnEmptyPoolFallsBackAsItsTraitSays) {
  const Made to_default{{TraitKey::pool_size, 16}, falls_back(Fallback::default_mem)};
  void* block = allocate({1000, 1, to_default});
  EXPECT_NE(block, nullptr);
  release(block);

  const Made reserve{{TraitKey::pool_size, 2000}, falls_back(Fallback::null)};
  const Made to_reserve{{TraitKey::pool_size, 16}, falls_back(Fallback::allocator), {TraitKey::fallback_data, reserve}};
  block = allocate({1500, 1, to_reserve});
  EXPECT_NE(block, nullptr);
  EXPECT_EQ(allocate({1500, 1, to_reserve}), nullptr);  // the reserve's own fallback is null
  release(block);
  block = allocate({1500, 1, to_reserve});
  EXPECT_NE(block, nullptr);
  release(block);
}

TEST(Allocators, AllocatorsThatFallBackToEachOtherEndInNull) {
  const Made first{{TraitKey::pool_size, 16}, falls_back(Fallback::allocator)};
  const Made second{{TraitKey::pool_size, 16}, falls_back(Fallback::allocator), {TraitKey::fallback_data, first}};
  reinterpret_cast<Allocator*>(AllocatorHandle{first})->fallback_data = second;
  EXPECT_EQ(allocate({1000, 1, first}), nullptr);
}

TEST(Allocators, TheAbortTraitEndsTheProcess) {
  const Made pool{{TraitKey::pool_size, 16}, falls_back(Fallback::abort)};
  EXPECT_DEATH(allocate({1000, 1, pool}), "omp_atv_abort_fb");
}

TEST(Allocators, GrowingKeepsContentAndCountsOnce) {
  const Made pool{{TraitKey::pool_size, 100}, falls_back(Fallback::null)};
  auto* block = static_cast<char*>(allocate({60, 1, pool}));
  std::strcpy(block, "kept");
  block = static_cast<char*>(reallocate(block, 90, k_null_allocator));  // both at once would not fit
  ASSERT_NE(block, nullptr);
  EXPECT_STREQ(block, "kept");
  EXPECT_EQ(reallocate(block, 101, pool), nullptr);
  EXPECT_STREQ(block, "kept");
  EXPECT_EQ(allocate({11, 1, pool}), nullptr);  // 90 are still counted
  release(block);
  block = static_cast<char*>(allocate({100, 1, pool}));
  EXPECT_NE(block, nullptr);
  block = static_cast<char*>(reallocate(block, 1000, k_default_mem_alloc));  // leaves the pool
  void* again = allocate({100, 1, pool});
  EXPECT_NE(again, nullptr);
  release(again);
  release(block);
}

TEST(Allocators, TraitsAreTakenAsLibgompTakesThem) {
  const auto accepted = [](TraitKey key, std::uintptr_t value) {
    const AllocatorHandle handle = make_allocator(MemorySpace::default_mem, std::array{Trait{key, value}});
    destroy_allocator(handle);
    return handle != k_null_allocator;
  };
  for (std::uintptr_t value = 0; value < 20; ++value) {
    EXPECT_EQ(accepted(TraitKey::sync_hint, value), value >= 3 && value <= 6) << value;
    EXPECT_EQ(accepted(TraitKey::access, value), value >= 7 && value <= 10) << value;
    EXPECT_EQ(accepted(TraitKey::fallback, value), value >= 11 && value <= 14) << value;
    EXPECT_EQ(accepted(TraitKey::partition, value), value >= 15 && value <= 18) << value;
    EXPECT_EQ(accepted(TraitKey::pinned, value), value == 0) << value;
    EXPECT_TRUE(accepted(TraitKey::pool_size, value));
  }
  for (int key = 1; key <= 8; ++key) EXPECT_TRUE(accepted(static_cast<TraitKey>(key), k_omp_atv_default)) << key;
  EXPECT_FALSE(accepted(static_cast<TraitKey>(9), 0));
  EXPECT_EQ(make_allocator(static_cast<MemorySpace>(5), {}), k_null_allocator);
}

TEST(Allocators, AlignmentOfTraitAndRequestGoTogetherForEverySize) {
  for (const std::size_t trait : {1u, 8u, 16u, 32u, 1024u}) {
    const Made allocator{{TraitKey::alignment, trait}};
    for (const std::size_t asked : {1u, 16u, 64u, 512u}) {
      for (const std::size_t bytes : {1u, 15u, 16u, 17u, 1000u}) {
        auto* const block = static_cast<unsigned char*>(allocate({bytes, asked, allocator}));
        ASSERT_NE(block, nullptr);
        EXPECT_TRUE(aligned(block, std::max(trait, asked))) << trait << " and " << asked;
        std::memset(block, 0xEE, bytes);
        release(block);
      }
    }
  }
}

TEST(Allocators, BlocksDoNotOverlap) {
  std::array<unsigned char*, 20> blocks{};
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    blocks[i] = static_cast<unsigned char*>(allocate({10 + i, std::size_t{1} << i % 8, k_default_mem_alloc}));
    std::memset(blocks[i], static_cast<int>(i), 10 + i);
  }
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_TRUE(std::all_of(blocks[i], blocks[i] + 10 + i, [i](unsigned char byte) { return byte == i; })) << i;
    release(blocks[i]);
  }
}

TEST(Allocators, APoolIsExactToTheByteAndCountsWhatIsZeroedAndWhatIsAligned) {
  const Made pool{{TraitKey::pool_size, 100}, {TraitKey::alignment, 64}, falls_back(Fallback::null)};
  const auto& inside = *reinterpret_cast<Allocator*>(AllocatorHandle{pool});
  void* const zeroed = allocate({40, 1, pool, MemoryRequest::Content::zero});
  EXPECT_EQ(inside.used.load(), 40u) << "not the alignment, and not the header";
  void* const wide = allocate({60, 256, pool});
  EXPECT_EQ(inside.used.load(), 100u);
  EXPECT_EQ(allocate({1, 1, pool}), nullptr);
  EXPECT_EQ(inside.used.load(), 100u) << "what was refused is not counted";
  release(zeroed);
  EXPECT_EQ(inside.used.load(), 60u);
  release(wide);
  EXPECT_EQ(inside.used.load(), 0u);
  release(nullptr);
}

TEST(Allocators, WhatTheSystemRefusesIsNotCounted) {
  const Made pool{{TraitKey::pool_size, UINTPTR_MAX - 1}, falls_back(Fallback::null)};
  EXPECT_EQ(allocate({SIZE_MAX / 2, 1, pool}), nullptr);
  EXPECT_EQ(reinterpret_cast<Allocator*>(AllocatorHandle{pool})->used.load(), 0u);
}

TEST(Allocators, AFallbackKeepsTheAlignmentThatWasPromised) {
  const Made pool{{TraitKey::pool_size, 16}, {TraitKey::alignment, 2048}, falls_back(Fallback::default_mem)};
  void* const block = allocate({100, 1, pool});
  ASSERT_NE(block, nullptr);
  EXPECT_TRUE(aligned(block, 2048));
  EXPECT_EQ(reinterpret_cast<Allocator*>(AllocatorHandle{pool})->used.load(), 0u) << "it is the default's";
  release(block);
}

TEST(Allocators, AFallbackAllocatorThatIsNotNamedIsTheDefault) {
  const Made pool{{TraitKey::pool_size, 16}, falls_back(Fallback::allocator)};
  void* const block = allocate({100, 1, pool});
  EXPECT_NE(block, nullptr);
  release(block);
}

TEST(Allocators, DefaultsOfTraitsAreThoseOfTheStandard) {
  for (const TraitKey key : {TraitKey::alignment, TraitKey::fallback, TraitKey::pool_size, TraitKey::access}) {
    const AllocatorHandle handle = make_allocator(MemorySpace::default_mem, std::array{Trait{key, k_omp_atv_default}});
    const auto& made = *reinterpret_cast<Allocator*>(handle);
    EXPECT_EQ(made.alignment, 1u);
    EXPECT_EQ(made.fallback, Fallback::default_mem);
    EXPECT_EQ(made.pool_bytes, SIZE_MAX) << "no limit";
    EXPECT_EQ(made.fallback_data, k_null_allocator);
    destroy_allocator(handle);
  }
}

TEST(Allocators, MovingBetweenPoolsChangesBothCounts) {
  const Made one{{TraitKey::pool_size, 100}, falls_back(Fallback::null)};
  const Made other{{TraitKey::pool_size, 100}, falls_back(Fallback::null)};
  const auto used = [](AllocatorHandle pool) { return reinterpret_cast<Allocator*>(pool)->used.load(); };
  void* block = allocate({80, 1, one});
  block = reallocate(block, 90, other);
  ASSERT_NE(block, nullptr);
  EXPECT_EQ(used(one), 0u);
  EXPECT_EQ(used(other), 90u);
  EXPECT_EQ(reallocate(block, 101, one), nullptr) << "too much for either";
  EXPECT_EQ(used(one), 0u);
  EXPECT_EQ(used(other), 90u) << "the block is unchanged";
  block = reallocate(block, 10, k_null_allocator);
  EXPECT_EQ(used(other), 10u);
  release(block);
  EXPECT_EQ(used(other), 0u);
}

TEST(Allocators, ManyThreadsTakeNoMoreFromAPoolThanItHas) {
  const Made pool{{TraitKey::pool_size, 1000}, falls_back(Fallback::null)};
  std::atomic<int> most{0};
  std::atomic<int> held{0};
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&] {
      for (int round = 0; round < 2'000; ++round) {
        void* const block = allocate({300, 1, pool});
        if (block == nullptr) continue;
        const int now = ++held;
        int seen = most;
        while (now > seen && !most.compare_exchange_weak(seen, now)) {
        }
        --held;
        release(block);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(most, 3);
  EXPECT_EQ(reinterpret_cast<Allocator*>(AllocatorHandle{pool})->used.load(), 0u);
}

TEST(Allocators, MoreThanThereIsIsNull) {
  EXPECT_EQ(allocate({SIZE_MAX - 8, 1, k_default_mem_alloc}), nullptr);
  EXPECT_EQ(allocate({SIZE_MAX / 2, 1, k_default_mem_alloc}), nullptr);
}

}  // namespace
}  // namespace heddle::omp
