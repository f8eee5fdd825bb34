// What a loop's bounds mean: its trip, and the values between which each chunk lies, next to the types' limits too.
#include <gtest/gtest.h>

#include <climits>
#include <vector>

#include "graph/loop_space.hpp"

namespace {

using namespace heddle::graph;

constexpr long k_min = LONG_MIN;
constexpr long k_max = LONG_MAX;
constexpr std::uint64_t k_top = UINT64_MAX;

TEST(SignedSpace, counts_iterations_in_both_directions) {
  EXPECT_EQ(signed_space(0, 10, 1).trip, 10u);
  EXPECT_EQ(signed_space(0, 10, 3).trip, 4u);
  EXPECT_EQ(signed_space(0, 9, 3).trip, 3u);
  EXPECT_EQ(signed_space(10, 0, -1).trip, 10u);
  EXPECT_EQ(signed_space(10, 0, -3).trip, 4u);
  EXPECT_EQ(signed_space(-5, 5, 2).trip, 5u);
}

TEST(SignedSpace, a_loop_whose_start_is_not_in_front_of_its_end_is_empty) {
  EXPECT_EQ(signed_space(5, 5, 1).trip, 0u);
  EXPECT_EQ(signed_space(6, 5, 1).trip, 0u);
  EXPECT_EQ(signed_space(5, 6, -1).trip, 0u);
  EXPECT_EQ(signed_space(k_max, k_min, 1).trip, 0u);
  EXPECT_EQ(signed_space(k_min, k_max, -1).trip, 0u);
}

TEST(SignedSpace, spans_the_whole_type) {
  EXPECT_EQ(signed_space(k_min, k_max, 1).trip, k_top);
  EXPECT_EQ(signed_space(k_max, k_min, -1).trip, k_top);
  EXPECT_EQ(signed_space(k_min, k_max, k_max).trip, 3u);
  EXPECT_EQ(signed_space(k_max, k_min, k_min).trip, 2u);
  EXPECT_EQ(signed_space(0, k_min, k_min).trip, 1u);
}

TEST(SignedSpace, the_end_of_the_last_chunk_is_the_loops_own_end_and_never_overflows) {
  const LoopSpace up = signed_space(k_max - 5, k_max, 4);
  ASSERT_EQ(up.trip, 2u);
  EXPECT_EQ(static_cast<long>(up.at(0)), k_max - 5);
  EXPECT_EQ(static_cast<long>(up.at(1)), k_max - 1);
  EXPECT_EQ(static_cast<long>(up.at(2)), k_max);
  const LoopSpace down = signed_space(k_min + 5, k_min, -4);
  ASSERT_EQ(down.trip, 2u);
  EXPECT_EQ(static_cast<long>(down.at(1)), k_min + 1);
  EXPECT_EQ(static_cast<long>(down.at(2)), k_min);
}

TEST(UnsignedSpace, the_direction_says_what_the_stride_cannot) {
  EXPECT_EQ(unsigned_space(Direction::up, 0, 10, 3).trip, 4u);
  EXPECT_EQ(unsigned_space(Direction::down, 10, 0, std::uint64_t{0} - 3).trip, 4u);
  EXPECT_EQ(unsigned_space(Direction::up, 10, 0, 1).trip, 0u);
  EXPECT_EQ(unsigned_space(Direction::down, 0, 10, std::uint64_t{0} - 1).trip, 0u);
}

TEST(UnsignedSpace, spans_the_whole_type) {
  EXPECT_EQ(unsigned_space(Direction::up, 0, k_top, 1).trip, k_top);
  EXPECT_EQ(unsigned_space(Direction::down, k_top, 0, k_top).trip, k_top);
  EXPECT_EQ(unsigned_space(Direction::up, 0, k_top, k_top).trip, 1u);
  EXPECT_EQ(unsigned_space(Direction::up, 1, k_top, k_top - 2).trip, 2u);
  EXPECT_EQ(unsigned_space(Direction::up, k_top - 3, k_top, 2).at(2), k_top);
}

/// Walks a loop as the compiler's code does, and as the numbers say, side by side.
template <class T>
void expect_same_values(const LoopSpace& space, T start, T end, T stride, bool up) {
  std::vector<T> values;
  for (T value = start; up ? value < end : value > end; value = static_cast<T>(value + stride)) {
    values.push_back(value);
    const T left = up ? static_cast<T>(end - value) : static_cast<T>(value - end);
    if (up ? left <= stride : left <= static_cast<T>(T{0} - stride)) break;  // the next step may overflow
  }
  ASSERT_EQ(space.trip, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) EXPECT_EQ(static_cast<T>(space.at(i)), values[i]);
}

TEST(Spaces, agree_with_the_loops_they_stand_for) {
  for (long start = -7; start <= 7; ++start) {
    for (long end = -7; end <= 7; ++end) {
      for (long stride = 1; stride <= 5; ++stride) {
        expect_same_values<long>(signed_space(start, end, stride), start, end, stride, true);
        expect_same_values<long>(signed_space(start, end, -stride), start, end, -stride, false);
      }
    }
  }
}

TEST(Spaces, agree_with_unsigned_loops_around_the_middle_of_the_type) {
  const std::uint64_t middle = std::uint64_t{1} << 63;
  for (std::uint64_t start = middle - 4; start <= middle + 4; ++start) {
    for (std::uint64_t end = middle - 4; end <= middle + 4; ++end) {
      for (std::uint64_t stride = 1; stride <= 3; ++stride) {
        expect_same_values(unsigned_space(Direction::up, start, end, stride), start, end, stride, true);
        expect_same_values(unsigned_space(Direction::down, start, end, 0 - stride), start, end, 0 - stride, false);
      }
    }
  }
}

TEST(SpacesDeathTest, an_increment_of_zero_is_the_callers_mistake) {
  EXPECT_DEATH(signed_space(0, 10, 0), "increment of zero");
}

}  // namespace
