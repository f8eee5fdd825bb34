// Which ranges of sibling tasks are told apart as overlapping without being the same.
#include "graph/overlap.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

using heddle::graph::NamedRange;
using heddle::graph::NamedRanges;

/// The first addresses of what a new range overlaps.
std::vector<std::uintptr_t> overlapped(NamedRanges& ranges, std::uintptr_t first, std::size_t bytes) {
  std::vector<std::uintptr_t> found;
  ranges.add({first, bytes, nullptr}, [&](const NamedRange& other) { found.push_back(other.first); });
  return found;
}

using List = std::vector<std::uintptr_t>;

TEST(Overlap, the_same_range_and_neighbours_are_no_overlap) {
  NamedRanges ranges;
  EXPECT_EQ(overlapped(ranges, 1000, 100), List{});
  EXPECT_EQ(overlapped(ranges, 1000, 100), List{});
  EXPECT_EQ(overlapped(ranges, 1100, 100), List{});
  EXPECT_EQ(overlapped(ranges, 900, 100), List{});
  EXPECT_EQ(ranges.size(), 3u);
}

TEST(Overlap, a_range_that_reaches_into_another_is_found_from_both_sides) {
  NamedRanges ranges;
  overlapped(ranges, 1000, 100);
  EXPECT_EQ(overlapped(ranges, 950, 51), List{1000});
  EXPECT_EQ(overlapped(ranges, 1099, 10), List{1000});
  EXPECT_EQ(overlapped(ranges, 1040, 10), List{1000});
  EXPECT_EQ(overlapped(ranges, 900, 400), List{1000});
}

TEST(Overlap, another_length_at_the_same_address_is_an_overlap) {
  NamedRanges ranges;
  overlapped(ranges, 1000, 100);
  EXPECT_EQ(overlapped(ranges, 1000, 99), List{1000});
  EXPECT_EQ(overlapped(ranges, 1000, 101), List{1000});
}

TEST(Overlap, a_long_range_is_told_every_one_that_it_covers) {
  NamedRanges ranges;
  for (const std::uintptr_t first : {1000, 1100, 1200, 1300}) overlapped(ranges, first, 50);
  EXPECT_EQ(overlapped(ranges, 1049, 202), (List{1000, 1100, 1200}));
}

TEST(Overlap, an_unknown_length_counts_as_one_byte_and_agrees_with_any_at_its_address) {
  NamedRanges ranges;
  EXPECT_EQ(overlapped(ranges, 1000, 0), List{});
  EXPECT_EQ(overlapped(ranges, 1001, 0), List{});
  EXPECT_EQ(overlapped(ranges, 1000, 1), List{});
  EXPECT_EQ(overlapped(ranges, 2000, 100), List{});
  EXPECT_EQ(overlapped(ranges, 2000, 0), List{});
  EXPECT_EQ(overlapped(ranges, 2050, 0), List{2000});
}

TEST(Overlap, a_length_that_becomes_known_later_counts_from_then_on) {
  NamedRanges ranges;
  overlapped(ranges, 1000, 0);
  EXPECT_EQ(overlapped(ranges, 1000, 100), List{});
  EXPECT_EQ(overlapped(ranges, 1050, 10), List{1000});
}

TEST(Overlap, a_new_epoch_and_forget_end_what_was_named_before) {
  NamedRanges ranges;
  ranges.enter_epoch(1);
  overlapped(ranges, 1000, 100);
  ranges.enter_epoch(1);
  EXPECT_EQ(overlapped(ranges, 1050, 100), List{1000});
  ranges.enter_epoch(2);
  EXPECT_EQ(overlapped(ranges, 1050, 100), List{});
  ranges.forget();
  EXPECT_EQ(overlapped(ranges, 1000, 100), List{});
}

TEST(Overlap, ranges_at_the_end_of_memory_do_not_wrap_around) {
  NamedRanges ranges;
  overlapped(ranges, 16, 16);
  EXPECT_EQ(overlapped(ranges, UINTPTR_MAX - 10, 1000), List{});
  EXPECT_EQ(overlapped(ranges, UINTPTR_MAX - 5, 1), List{UINTPTR_MAX - 10});
}

TEST(Overlap, agrees_with_comparing_every_pair) {
  std::mt19937 random(3);
  for (int round = 0; round < 200; ++round) {
    NamedRanges ranges;
    std::vector<NamedRange> kept;
    for (int i = 0; i < 60; ++i) {
      const NamedRange range{1000 + random() % 400, 1 + random() % 12, nullptr};
      List expected;
      for (const NamedRange& other : kept) {
        const bool apart = other.range().end <= range.first || range.range().end <= other.first;
        if (!apart && !other.same_as(range)) expected.push_back(other.first);
      }
      if (expected.empty()) kept.push_back(range);
      List found = overlapped(ranges, range.first, range.bytes);
      std::sort(expected.begin(), expected.end());
      expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
      ASSERT_EQ(found, expected) << "round " << round;
    }
  }
}

TEST(Overlap, a_group_takes_with_it_what_its_tasks_were_the_last_to_name) {
  NamedRanges ranges;
  const int group = 0;
  const auto fails = [](const NamedRange&) { FAIL(); };
  ranges.add({1000, 100, nullptr}, fails);
  ranges.add({2000, 100, nullptr}, fails);
  ranges.add({1000, 100, nullptr, &group}, fails);
  ranges.forget_of(&group);
  EXPECT_EQ(overlapped(ranges, 1000, 50), List{});
  EXPECT_EQ(overlapped(ranges, 2000, 50), List{2000});
}

}  // namespace
