// What the balancing schedules do beyond handing out each iteration once: who gets what, and what a request changes.
// The clock of these tests is set by hand.
#include <gtest/gtest.h>

#include <atomic>
#include <limits>

#include "graph/loop_units.hpp"
#include "loop/idws/idws.hpp"
#include "loop/steal/steal.hpp"
#include "platform/threads/threads.hpp"
#include "sync/shared_range.hpp"

namespace {

using namespace heddle;
using graph::Chunk;
using graph::LoopCursor;
using graph::LoopUnits;
using loop::Signals;
using sync::Range;

std::uint64_t clock_ns = 0;  // one thread only

/// Real atomics, a clock of our own.
struct Clocked : platform::Threads {
  static std::uint64_t now_ns() noexcept { return clock_ns; }
};

std::uint64_t length(const Chunk& chunk) { return chunk.last - chunk.first; }

TEST(SharedRange, the_owner_takes_from_the_front_and_thieves_the_upper_half) {
  sync::SharedRange<Clocked> range;
  EXPECT_TRUE(range.take_back_half().empty());
  range.put({10, 20});
  const Range front = range.take_front([](std::uint32_t left) { return left - 7; });
  EXPECT_EQ(front.first, 10u);
  EXPECT_EQ(front.last, 13u);
  const Range back = range.take_back_half();
  EXPECT_EQ(back.first, 16u) << "of seven, four";
  EXPECT_EQ(back.last, 20u);
  EXPECT_EQ(range.look().size(), 3u);
}

TEST(SharedRange, of_one_number_a_thief_gets_that_one) {
  sync::SharedRange<Clocked> range;
  range.put({UINT32_MAX - 1, UINT32_MAX});
  EXPECT_EQ(range.take_back_half().first, UINT32_MAX - 1);
  EXPECT_TRUE(range.look().empty());
}

TEST(LoopUnits, shares_and_units_cover_the_longest_loops_without_a_gap) {
  for (const std::uint64_t trip : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{UINT32_MAX},
                                   std::uint64_t{UINT32_MAX} + 1, UINT64_MAX / 2 + 3, UINT64_MAX}) {
    for (const std::uint64_t least : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{1000}, UINT64_MAX}) {
      const LoopUnits units(trip, least);
      std::uint64_t next = 0;
      for (graph::Seat seat = 0; seat < 5; ++seat) {
        const Chunk chunk = units.iterations(units.share(seat, 5));
        if (chunk.empty()) continue;
        EXPECT_EQ(chunk.first, next);
        next = chunk.last;
      }
      if (units.count() != 0) next = units.iterations(units.last()).last;
      EXPECT_EQ(next, trip);
      EXPECT_GE(units.size(), least);
    }
  }
}

TEST(Steal, a_thief_takes_half_of_what_the_most_loaded_seat_has_left) {
  loop::Steal<Clocked, loop::MostLoaded> schedule;
  schedule.open({301, 1, 3});  // 0-99, 100-199, 200-299
  LoopCursor cursors[3];
  for (int i = 0; i < 40; ++i) schedule.take(0, cursors[0]);
  for (int i = 0; i < 20; ++i) schedule.take(1, cursors[1]);
  for (int i = 0; i < 100; ++i) schedule.take(2, cursors[2]);
  EXPECT_EQ(schedule.take(2, cursors[2]).first, 160u) << "seat 1 has 120-199 left";
  EXPECT_EQ(schedule.take(0, cursors[0]).first, 40u);
}

class IdwsTest : public testing::Test {
 protected:
  Chunk take(graph::Seat seat) {
    LoopCursor cursor;
    return schedule.take(seat, cursor);
  }
  /// The seat takes strips, each of which lasts so long per iteration, until it has run this iteration.
  void run_until(graph::Seat seat, std::uint64_t iteration, std::uint64_t ns_each) {
    for (;;) {
      const Chunk chunk = take(seat);
      clock_ns += length(chunk) * ns_each;
      if (chunk.empty() || chunk.last > iteration) return;
    }
  }
  loop::Idws<Clocked> schedule;
};

TEST_F(IdwsTest, strips_of_cheap_iterations_grow_to_32_microseconds_and_no_further) {
  schedule.open({10'000'000, 0, 2});
  run_until(0, 1'000'000, 1);
  const std::uint64_t strip = length(take(0));
  EXPECT_GE(strip, 24'000u);
  EXPECT_LE(strip, 32'000u);
}

TEST_F(IdwsTest, dear_iterations_are_never_kept_so_a_thief_need_not_ask) {
  schedule.open({65, 0, 2});
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(length(take(0)), 1u);
    clock_ns += 1'000'000;
  }
  take(0);  // iteration 8; 9 to 31 are open
  run_until(1, 63, 1);
  EXPECT_EQ(take(1).first, 20u) << "half of 9-31, rounded up, without an answer";
}

TEST_F(IdwsTest, a_victim_that_does_not_come_by_withholds_no_more_than_its_batch) {
  schedule.open({1'000'000, 0, 2});
  run_until(0, 100'000, 10);  // then seat 0 loses its core
  const std::uint64_t strip = length(take(0));
  std::uint64_t run = 0;
  for (Chunk chunk = take(1); !chunk.empty(); chunk = take(1)) {
    run += length(chunk);
    clock_ns += length(chunk) * 10;
  }
  EXPECT_GE(run + 16 * strip + 100'000 + 10'000, 1'000'000u);
  std::uint64_t rest = 0;
  for (Chunk chunk = take(0); !chunk.empty(); chunk = take(0)) rest += length(chunk);
  EXPECT_LE(rest, 16 * strip);
}

TEST(IdwsSeat, a_request_opens_half_of_what_is_kept_behind_the_strip_that_is_run) {
  const loop::IdwsTuning tuning{
      .batch_ns = 1'000'000, .strips = 8, .first_batch = 32, .part_kept = 1, .part_run = 1, .looks = 0};
  loop::IdwsSeat<Clocked> seat;
  seat.open({0, 32}, 32, tuning);
  seat.keep_more(tuning);
  EXPECT_EQ(seat.next_strip(tuning).last, 4u);
  EXPECT_TRUE(seat.open_range().look().empty());
  EXPECT_FALSE(seat.ask(0, Signals::never)) << "the owner has not come by";
  EXPECT_EQ(seat.next_strip(tuning).last, 8u);
  EXPECT_EQ(seat.open_range().look().first, 20u) << "of 8-31 the upper half";
  EXPECT_EQ(seat.open_range().look().last, 32u);
}

TEST(IdwsSeat, a_request_opens_everything_when_the_batch_lasts_longer_than_it_was_judged_to) {
  const loop::IdwsTuning tuning{
      .batch_ns = 100, .strips = 8, .first_batch = 32, .part_kept = 1, .part_run = 1, .looks = 0};
  loop::IdwsSeat<Clocked> seat;
  seat.open({0, 32}, 32, tuning);
  seat.keep_more(tuning);
  seat.next_strip(tuning);
  clock_ns += 201;
  seat.ask(0, Signals::never);
  EXPECT_EQ(seat.next_strip(tuning).last, 8u);
  EXPECT_EQ(seat.open_range().look().size(), 24u);
  EXPECT_TRUE(seat.keeps_nothing());
}

TEST(IdwsSeat, nobody_is_asked_for_its_last_unit) {
  const loop::IdwsTuning tuning{.first_batch = 2, .part_kept = 1, .part_run = 1, .looks = 0};
  loop::IdwsSeat<Clocked> seat;
  seat.open({0, 2}, 2, tuning);
  EXPECT_GT(seat.worth(), 0u);
  seat.keep_more(tuning);
  seat.next_strip(tuning);
  EXPECT_EQ(seat.worth(), 0u);
}

}  // namespace
