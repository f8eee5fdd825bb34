// Pieces of memory: cut, filled, looked up, beside a byte-by-byte account.
#include "graph/range_map.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>
#include <utility>
#include <vector>

namespace {

using namespace heddle::graph;

const void* at(std::uintptr_t address) { return reinterpret_cast<const void*>(address); }

TEST(Range, of_an_unknown_length_is_one_byte_and_ends_with_memory) {
  EXPECT_EQ(range_of(at(100), 0).end, 101u);
  EXPECT_EQ(range_of(at(100), 8).end, 108u);
  EXPECT_EQ(range_of(at(UINTPTR_MAX - 3), 100).end, UINTPTR_MAX);
}

TEST(Range, neighbours_do_not_overlap) {
  const Range range = range_of(at(100), 10);
  EXPECT_FALSE(overlap(range, range_of(at(90), 10)));
  EXPECT_FALSE(overlap(range, range_of(at(110), 10)));
  EXPECT_TRUE(overlap(range, range_of(at(90), 11)));
  EXPECT_TRUE(overlap(range, range_of(at(109), 10)));
  EXPECT_TRUE(overlap(range, range_of(at(104), 1)));
  EXPECT_TRUE(overlap(range_of(at(104), 1), range));
}

TEST(RangeMap, pieces_end_where_any_range_has_begun_or_ended) {
  constexpr std::uintptr_t k_bytes = 40;
  std::mt19937 random(7);
  for (int round = 0; round < 200; ++round) {
    RangeMap<int> map;
    std::array<bool, k_bytes + 1> edge{};
    std::array<int, k_bytes> times{};  // that a byte has been named
    for (int number = 0; number < 12; ++number) {
      const std::uintptr_t first = random() % (k_bytes - 10);
      const Range range = range_of(at(first), random() % 10);
      map.cut(range, [](std::uintptr_t, int lower) { return lower; });
      map.fill(range);
      map.for_each(range, [](std::uintptr_t, int& value) { ++value; });
      edge[range.first] = edge[range.end] = true;
      for (std::uintptr_t byte = range.first; byte < range.end; ++byte) ++times[byte];
    }
    std::vector<std::pair<std::uintptr_t, int>> expected, found;
    for (std::uintptr_t byte = 0; byte < k_bytes; ++byte) {
      const bool begins = times[byte] != 0 && (edge[byte] || byte == 0 || times[byte - 1] == 0);
      if (begins) expected.emplace_back(byte, times[byte]);
    }
    map.for_each({0, k_bytes}, [&](std::uintptr_t first, int value) { found.emplace_back(first, value); });
    EXPECT_EQ(found, expected) << "round " << round;
    EXPECT_EQ(map.size(), expected.size());
  }
}

TEST(RangeMap, the_upper_half_says_what_it_is_told_to_say) {
  RangeMap<int> map;
  map.put(range_of(at(100), 10), 1);
  map.cut({104, 107}, [](std::uintptr_t lower, int value) { return value * 10 + static_cast<int>(lower - 100); });
  EXPECT_EQ(*map.find(100), 1);
  EXPECT_EQ(*map.find(104), 10);
  EXPECT_EQ(*map.find(107), 104);
  EXPECT_EQ(map.find(105), nullptr);
}

TEST(RangeMap, finds_uncut_pieces_that_reach_into_a_range) {
  RangeMap<int> map;
  map.put(range_of(at(100), 10), 1);
  map.put(range_of(at(120), 10), 2);
  const auto sum = [&](std::uintptr_t first, std::uintptr_t end) {
    int sum = 0;
    map.for_each({first, end}, [&](std::uintptr_t, int value) { sum += value; });
    return sum;
  };
  EXPECT_EQ(sum(109, 120), 1);
  EXPECT_EQ(sum(110, 120), 0);
  EXPECT_EQ(sum(110, 121), 2);
  EXPECT_EQ(sum(0, 1000), 3);
  map.erase_if([](int value) { return value == 1; });
  EXPECT_EQ(sum(0, 1000), 2);
}

}  // namespace
