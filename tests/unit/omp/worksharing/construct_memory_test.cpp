// The zeroed memory that the threads of one construct share.
#include "omp/construct.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace {

using namespace heddle;
using omp::allocate_zeroed;
using omp::ConstructMemory;

bool all_zero(const void* memory, std::size_t bytes) {
  const auto* const first = static_cast<const unsigned char*>(memory);
  return std::all_of(first, first + bytes, [](unsigned char byte) { return byte == 0; });
}

std::uintptr_t number(const void* memory) { return reinterpret_cast<std::uintptr_t>(memory); }

TEST(AllocateZeroed, gives_at_least_a_line_and_what_is_asked_for) {
  for (const std::size_t alignment :
       {std::size_t{1}, std::size_t{16}, base::k_line_bytes, 4 * base::k_line_bytes, std::size_t{4096}}) {
    for (const std::size_t bytes :
         {std::size_t{0}, std::size_t{1}, std::size_t{63}, std::size_t{64}, std::size_t{65}, std::size_t{5000}}) {
      void* const memory = allocate_zeroed(bytes, alignment);
      ASSERT_NE(memory, nullptr);
      EXPECT_EQ(number(memory) % std::max(alignment, base::k_line_bytes), 0u) << alignment;
      EXPECT_TRUE(all_zero(memory, bytes));
      std::free(memory);
    }
  }
}

TEST(ConstructMemory, is_zero_each_time_and_kept_for_what_is_not_larger) {
  ConstructMemory memory;
  EXPECT_EQ(memory.get(), nullptr);
  void* const first = memory.renew(200, 8);
  EXPECT_EQ(memory.get(), first);
  EXPECT_TRUE(all_zero(first, 200));
  std::memset(first, 0xFF, 200);
  EXPECT_EQ(memory.renew(200, 8), first) << "the same size";
  EXPECT_TRUE(all_zero(first, 200));
  std::memset(first, 0xFF, 200);
  EXPECT_EQ(memory.renew(10, 8), first) << "a smaller one";
  EXPECT_TRUE(all_zero(first, 10));
  EXPECT_EQ(static_cast<unsigned char*>(first)[10], 0xFF) << "no more is cleared than is asked for";
}

TEST(ConstructMemory, grows_and_is_zero_to_its_new_end) {
  ConstructMemory memory;
  std::memset(memory.renew(100, 8), 0xFF, 100);
  void* const grown = memory.renew(3000, 8);
  EXPECT_EQ(memory.get(), grown);
  EXPECT_TRUE(all_zero(grown, 3000));
  std::memset(grown, 0xFF, 3000);
  EXPECT_EQ(memory.renew(3000, 8), grown) << "the new size is kept";
}

TEST(ConstructMemory, a_stricter_alignment_counts_also_where_the_size_would_do) {
  ConstructMemory memory;
  for (std::size_t alignment = 64; alignment <= 1 << 16; alignment *= 2)
    EXPECT_EQ(number(memory.renew(128, alignment)) % alignment, 0u) << alignment;
}

TEST(ConstructMemory, is_given_back_when_it_is_large) {
  ConstructMemory memory;
  memory.renew(4096, 8);
  void* const kept = memory.get();
  memory.release();
  EXPECT_EQ(memory.get(), kept);
  memory.renew(4097, 8);
  memory.release();
  EXPECT_EQ(memory.get(), nullptr);
  void* const anew = memory.renew(50, 8);
  EXPECT_TRUE(all_zero(anew, 50)) << "it does not take itself for larger than it is";
}

}  // namespace
