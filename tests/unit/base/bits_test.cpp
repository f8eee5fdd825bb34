// Arithmetic on powers of two.
#include "base/bits.hpp"

#include <gtest/gtest.h>

#include <set>

namespace heddle::base {
namespace {

TEST(Bits, RoundUpGivesTheLeastMultiple) {
  EXPECT_EQ(round_up(0, 16), 0u);
  EXPECT_EQ(round_up(1, 16), 16u);
  EXPECT_EQ(round_up(16, 16), 16u);
  EXPECT_EQ(round_up(17, 16), 32u);
}

TEST(Bits, DivideUpRoundsUpAndDoesNotOverflow) {
  EXPECT_EQ(divide_up(10u, 5u), 2u);
  EXPECT_EQ(divide_up(11u, 5u), 3u);
  EXPECT_EQ(divide_up(UINT64_MAX, UINT64_MAX), 1u);
}

TEST(Bits, MixedAddressesOfNeighboursFillTheHighBitsEvenly) {
  constexpr int k_slots = 256;
  std::set<std::uint64_t> used;
  for (std::uint64_t i = 0; i < k_slots; ++i) used.insert(mix_bits(0x7f0000000000 + 64 * i) >> 56);
  EXPECT_GT(used.size(), k_slots / 2);  // a random function fills 63 % of the slots
}

TEST(Bits, MixingLosesNothing) {
  std::set<std::uint64_t> seen;
  for (std::uint64_t i = 0; i < 10'000; ++i) seen.insert(mix_bits(i * 8));
  EXPECT_EQ(seen.size(), 10'000u);
}

}  // namespace
}  // namespace heddle::base
