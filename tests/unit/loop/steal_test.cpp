// Work stealing for loops: whom a thief goes to, and how large a unit is where the program names no chunk.
#include "loop/steal/steal.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using graph::Chunk;
using graph::LoopCursor;
using graph::Seat;
using P = platform::Threads;

template <std::size_t seats>
using Left = std::array<std::uint32_t, seats>;

template <std::size_t seats>
Seat random_victim(Seat thief, LoopCursor& cursor, const Left<seats>& left) {
  return loop::RandomVictim{}(thief, seats, cursor, [&left](Seat seat) { return left[seat]; });
}

TEST(RandomVictim, is_never_the_thief_nor_one_that_has_nothing) {
  LoopCursor cursor;
  const Left<5> left{9, 0, 3, 0, 1};
  for (int i = 0; i < 1000; ++i) {
    const Seat victim = random_victim<5>(0, cursor, left);
    ASSERT_TRUE(victim == 2 || victim == 4) << victim;
  }
}

TEST(RandomVictim, is_found_wherever_it_sits) {
  for (Seat only = 1; only < 6; ++only) {
    LoopCursor cursor;
    Left<6> left{};
    left[only] = 1;
    for (int i = 0; i < 50; ++i) ASSERT_EQ(random_victim<6>(0, cursor, left), only);
  }
  LoopCursor cursor;
  for (int i = 0; i < 50; ++i) ASSERT_EQ(random_victim<2>(1, cursor, {1, 1}), 0u);
}

TEST(RandomVictim, of_seats_that_have_nothing_is_nobody) {
  LoopCursor cursor;
  EXPECT_EQ(random_victim<4>(2, cursor, {0, 0, 5, 0}), 2u) << "the thief's own does not count";
  EXPECT_EQ(random_victim<1>(0, cursor, {7}), 0u);
}

// The seat behind the thief comes twice as often: a draw of the thief's own number goes on to that one.
TEST(RandomVictim, is_each_of_the_others_about_equally_often) {
  LoopCursor cursor;
  std::array<int, 5> times{};
  for (int i = 0; i < 5000; ++i) ++times[random_victim<5>(1, cursor, {1, 1, 1, 1, 1})];
  EXPECT_EQ(times[1], 0);
  EXPECT_NEAR(times[2], 2000, 200);
  for (const Seat other : {0u, 3u, 4u}) EXPECT_NEAR(times[other], 1000, 200) << other;
}

// Also where their number is even, as the cursor is.
TEST(RandomVictim, of_an_even_number_is_each_about_equally_often) {
  LoopCursor cursor;
  std::array<int, 4> times{};
  for (int i = 0; i < 4000; ++i) ++times[random_victim<4>(1, cursor, {1, 1, 1, 1})];
  EXPECT_NEAR(times[2], 2000, 200);
  for (const Seat other : {0u, 3u}) EXPECT_NEAR(times[other], 1000, 200) << other;
}

TEST(RandomVictim, is_another_thieves_own_choice) {
  const auto first_choices = [](Seat thief) {
    LoopCursor cursor;
    std::vector<Seat> victims;
    Left<9> left;
    left.fill(1);
    for (int i = 0; i < 20; ++i) victims.push_back(random_victim<9>(thief, cursor, left));
    return victims;
  };
  EXPECT_NE(first_choices(0), first_choices(1));
  EXPECT_NE(first_choices(1), first_choices(2));
  EXPECT_EQ(first_choices(3), first_choices(3)) << "a run is like another of the same thefts";
}

// In the cursor an odd number says that the seat has had the loop's last unit (graph/loop_of_units.hpp).
TEST(RandomVictim, leaves_the_cursor_even) {
  LoopCursor cursor;
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t before = cursor.taken;
    random_victim<3>(0, cursor, {0, 1, 1});
    ASSERT_EQ(cursor.taken % 2, 0u);
    ASSERT_NE(cursor.taken, before) << "another draw each time";
  }
}

TEST(MostLoadedVictim, is_the_one_with_most_and_of_equals_the_next) {
  LoopCursor cursor;
  const auto victim_of = [&cursor](Seat thief, const Left<4>& left) {
    return loop::MostLoaded{}(thief, 4, cursor, [&left](Seat seat) { return left[seat]; });
  };
  EXPECT_EQ(victim_of(0, {0, 1, 3, 2}), 2u);
  EXPECT_EQ(victim_of(0, {9, 2, 2, 2}), 1u);
  EXPECT_EQ(victim_of(2, {4, 4, 9, 4}), 3u);
  EXPECT_EQ(victim_of(3, {4, 4, 9, 4}), 2u);
  EXPECT_EQ(victim_of(1, {0, 9, 0, 0}), 1u) << "nobody";
}

std::vector<Chunk> all_of_seat(graph::LoopSchedule<P>& schedule, Seat seat) {
  std::vector<Chunk> chunks;
  LoopCursor cursor;
  for (Chunk chunk = schedule.take(seat, cursor); !chunk.empty(); chunk = schedule.take(seat, cursor))
    chunks.push_back(chunk);
  return chunks;
}

TEST(Steal, without_a_chunk_size_a_seats_block_is_thirty_two_units) {
  loop::Steal<P> schedule;
  for (const std::uint32_t threads : {1u, 2u, 4u}) {
    const std::uint64_t trip = 3200 * threads;
    schedule.open({trip, 0, threads});
    const std::vector<Chunk> chunks = all_of_seat(schedule, 0);
    ASSERT_EQ(chunks.size(), 32 * threads) << "it comes alone, and takes the others' too";
    for (const Chunk& chunk : chunks) EXPECT_EQ(chunk.last - chunk.first, 100u);
  }
}

TEST(Steal, with_a_chunk_size_a_unit_is_that) {
  loop::Steal<P> schedule;
  schedule.open({70, 7, 2});
  const std::vector<Chunk> chunks = all_of_seat(schedule, 1);
  ASSERT_EQ(chunks.size(), 10u);
  for (const Chunk& chunk : chunks) EXPECT_EQ(chunk.last - chunk.first, 7u);
}

TEST(Steal, a_seat_runs_its_own_block_in_order_then_the_upper_half_of_anothers) {
  loop::Steal<P> schedule;
  schedule.open({41, 1, 2});  // 0 to 19, 20 to 39, and the last
  LoopCursor cursor;
  for (std::uint64_t i = 0; i < 20; ++i) EXPECT_EQ(schedule.take(0, cursor).first, i);
  for (std::uint64_t i = 30; i < 40; ++i) EXPECT_EQ(schedule.take(0, cursor).first, i);
  for (std::uint64_t i = 25; i < 30; ++i) EXPECT_EQ(schedule.take(0, cursor).first, i);
  LoopCursor owners;
  EXPECT_EQ(schedule.take(1, owners).first, 20u);
}

TEST(Steal, a_loop_that_is_stopped_gives_nothing_of_any_seat) {
  loop::Steal<P> schedule;
  schedule.open({100, 1, 2});
  LoopCursor cursor;
  EXPECT_FALSE(schedule.take(0, cursor).empty());
  schedule.stop();
  EXPECT_TRUE(schedule.take(0, cursor).empty());
  EXPECT_TRUE(all_of_seat(schedule, 1).empty());
  schedule.open({4, 1, 2});
  EXPECT_EQ(all_of_seat(schedule, 1).size(), 4u) << "the next one does";
}

}  // namespace
