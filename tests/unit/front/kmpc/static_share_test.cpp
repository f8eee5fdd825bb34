// The shares of static loops, by hand: what each thread is told of bounds, stride and the last iteration, for schedules
// of either kind, in either direction, at the ends of the types.
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "front/kmpc/static_loop.hpp"

namespace heddle::kmpc {
namespace {

/// "0..4+10" for a share, "*" behind that of the last iteration; "none" where it is empty.
template <class T>
std::string text_of(const StaticShare<T>& share) {
  if (share.bounds.empty()) return share.last ? "none*" : "none";
  return std::to_string(share.bounds.lower) + ".." + std::to_string(share.bounds.upper) + "+" +
         std::to_string(share.stride) + (share.last ? "*" : "");
}

template <class T>
std::string shares(Sched schedule, const Bounds<T>& loop, std::uint32_t threads, std::uint64_t chunk) {
  std::string text;
  for (std::uint32_t thread = 0; thread < threads; ++thread)
    text.append(thread == 0 ? "" : " ").append(text_of(static_share(schedule, loop, Share{thread, threads}, chunk)));
  return text;
}

struct Case {
  Bounds<std::int32_t> loop;
  std::uint32_t threads;
  std::uint64_t chunk;
  const char* block;
  const char* chunked;
};

TEST(StaticShare, of_a_block_and_of_chunks) {
  constexpr Case cases[] = {
      {{0, 9, 1}, 1, 2, "0..9+10*", "0..1+2*"},
      {{0, 9, 1}, 2, 2, "0..4+10 5..9+10*", "0..1+4* 2..3+4"},
      {{0, 9, 1}, 3, 3, "0..3+10 4..6+10 7..9+10*", "0..2+9* 3..5+9 6..8+9"},
      {{0, 9, 1}, 4, 1, "0..2+10 3..5+10 6..7+10 8..9+10*", "0..0+4 1..1+4* 2..2+4 3..3+4"},
      {{0, 1, 1}, 3, 1, "0..0+2 1..1+2* none", "0..0+3 1..1+3* none"},
      {{0, 9, 1}, 2, 0, "0..4+10 5..9+10*", "0..0+2 1..1+2*"},
      {{0, 9, 1}, 2, 100, "0..4+10 5..9+10*", "0..9+20* none"},
      {{0, 9, 3}, 2, 1, "0..3+4 6..9+4*", "0..0+6 3..3+6*"},
      {{0, 10, 3}, 2, 3, "0..3+4 6..9+4*", "0..6+18 9..9+18*"},
      {{9, 0, -1}, 2, 2, "9..5+10 4..0+10*", "9..8+-4* 7..6+-4"},
      {{9, 0, -4}, 2, 1, "9..5+3 1..1+3*", "9..9+-8* 5..5+-8"},
      {{-5, -5, 1}, 2, 1, "-5..-5+1* none", "-5..-5+2* none"},
  };
  for (const Case& row : cases) {
    const std::string what = std::to_string(row.loop.lower) + " to " + std::to_string(row.loop.upper) + " by " +
                             std::to_string(row.loop.step) + ", " + std::to_string(row.threads) + " threads, chunk " +
                             std::to_string(row.chunk);
    EXPECT_EQ(shares(Sched::static_block, row.loop, row.threads, row.chunk), row.block) << what;
    EXPECT_EQ(shares(Sched::static_chunked, row.loop, row.threads, row.chunk), row.chunked) << what;
  }
}

TEST(StaticShare, the_schedules_with_chunks_are_these) {
  const Bounds<std::int32_t> loop{0, 9, 1};
  for (const Sched chunked : {Sched::static_chunked, Sched::static_balanced_chunked, Sched::ordered_static_chunked,
                              Sched::distribute_static_chunked})
    EXPECT_EQ(shares(chunked, loop, 2, 2), "0..1+4* 2..3+4") << static_cast<int>(chunked);
  for (const Sched block : {Sched::static_block, Sched::static_greedy, Sched::static_balanced, Sched::ordered_static,
                            Sched::distribute_static})
    EXPECT_EQ(shares(block, loop, 2, 2), "0..4+10 5..9+10*") << static_cast<int>(block);
}

template <class T>
std::uint64_t trip(T lower, T upper, std::make_signed_t<T> step) {
  return Bounds<T>{lower, upper, step}.trip();
}

TEST(Bounds, iterations_are_counted_to_the_ends_of_the_type) {
  constexpr std::int32_t k_low = std::numeric_limits<std::int32_t>::min();
  constexpr std::int32_t k_high = std::numeric_limits<std::int32_t>::max();
  EXPECT_EQ(trip<std::int32_t>(0, 0, 1), 1u);
  EXPECT_EQ(trip<std::int32_t>(0, -1, 1), 0u);
  EXPECT_EQ(trip<std::int32_t>(0, 1, -1), 0u);
  EXPECT_EQ(trip<std::int32_t>(0, 0, -1), 1u);
  EXPECT_EQ(trip<std::int32_t>(k_low, k_high, 1), std::uint64_t{1} << 32);
  EXPECT_EQ(trip<std::int32_t>(k_high, k_low, -1), std::uint64_t{1} << 32);
  EXPECT_EQ(trip<std::int32_t>(k_low, k_high, k_high), 3u);
  EXPECT_EQ(trip<std::int32_t>(k_high, k_low, k_low), 2u);
  EXPECT_EQ(trip<std::uint32_t>(0, UINT32_MAX, 2), std::uint64_t{1} << 31);
  EXPECT_EQ(trip<std::uint32_t>(UINT32_MAX, 0, -1), std::uint64_t{1} << 32);
  EXPECT_EQ(trip<std::uint64_t>(5, UINT64_MAX, 3), (UINT64_MAX - 5) / 3 + 1);
  EXPECT_EQ(trip<std::int64_t>(INT64_MIN, INT64_MAX, INT64_MAX), 3u);
}

TEST(Bounds, the_variable_of_an_iteration_is_by_the_step) {
  const Bounds<std::int32_t> up{-7, 100, 5};
  const Bounds<std::int32_t> down{7, -100, -5};
  const Bounds<std::uint64_t> high{UINT64_MAX - 9, UINT64_MAX, 3};
  for (std::uint64_t number = 0; number < 4; ++number) {
    EXPECT_EQ(up.at(number), -7 + 5 * static_cast<std::int32_t>(number));
    EXPECT_EQ(down.at(number), 7 - 5 * static_cast<std::int32_t>(number));
    EXPECT_EQ(high.at(number), UINT64_MAX - 9 + 3 * number);
  }
  EXPECT_TRUE(up.up());
  EXPECT_FALSE(down.up());
}

TEST(Bounds, a_part_without_iterations_is_empty_wherever_the_loop_ends) {
  EXPECT_TRUE((Bounds<std::int32_t>{0, 9, 1}).part({}).empty());
  EXPECT_TRUE((Bounds<std::int32_t>{0, INT32_MAX, 1}).part({}).empty());
  EXPECT_TRUE((Bounds<std::int32_t>{0, INT32_MIN, -1}).part({}).empty());
  EXPECT_TRUE((Bounds<std::uint32_t>{5, 0, -1}).part({}).empty());
  EXPECT_TRUE((Bounds<std::uint64_t>{0, UINT64_MAX, 7}).part({}).empty());
  const auto some = Bounds<std::int32_t>{0, 20, 4}.part({1, 3});
  EXPECT_EQ(some.lower, 4);
  EXPECT_EQ(some.upper, 8);
}

TEST(Schedules, modifiers_and_twins_are_taken_off) {
  for (std::int32_t plain = 33; plain <= 47; ++plain) {
    const auto expected = static_cast<Sched>(plain);
    EXPECT_EQ(without_modifiers(plain), expected);
    EXPECT_EQ(without_modifiers(plain | k_monotonic), expected);
    EXPECT_EQ(without_modifiers(plain | k_nonmonotonic), expected);
    EXPECT_EQ(without_modifiers(plain | k_monotonic | k_nonmonotonic), expected);
    EXPECT_EQ(without_modifiers((plain + 128) | k_nonmonotonic), expected) << "Intel's";
  }
  EXPECT_EQ(without_modifiers(159), static_cast<Sched>(159));
  EXPECT_EQ(without_modifiers(160), static_cast<Sched>(32));
  EXPECT_EQ(without_modifiers(191), static_cast<Sched>(63));
  EXPECT_EQ(without_modifiers(192), static_cast<Sched>(192));
  EXPECT_EQ(without_modifiers(91), Sched::distribute_static_chunked);
}

}  // namespace
}  // namespace heddle::kmpc
