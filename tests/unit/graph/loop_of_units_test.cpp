// What loop schedules share: a loop in units whose numbers fit 32 bits, the unit that is kept for the end, whom to rob.
#include "graph/loop_of_units.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "graph/seat_lines.hpp"
#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using graph::Chunk;
using graph::LoopUnits;
using graph::most_worth;
using sync::Range;
using P = platform::Threads;

std::pair<std::uint64_t, std::uint64_t> ends(const Chunk& chunk) { return {chunk.first, chunk.last}; }
std::pair<std::uint64_t, std::uint64_t> ends(std::uint64_t first, std::uint64_t last) { return {first, last}; }

TEST(LoopUnits, of_a_short_loop_have_the_size_asked_for) {
  EXPECT_EQ(LoopUnits(100, 7).size(), 7u);
  EXPECT_EQ(LoopUnits(100, 7).count(), 15u);
  EXPECT_EQ(LoopUnits(98, 7).count(), 14u);
  EXPECT_EQ(LoopUnits(100, 0).size(), 1u);
  EXPECT_EQ(LoopUnits(100, 0).count(), 100u);
  EXPECT_EQ(LoopUnits(3, 100).count(), 1u);
  EXPECT_EQ(LoopUnits(0, 5).count(), 0u);
  EXPECT_EQ(LoopUnits().count(), 0u);
  EXPECT_EQ(LoopUnits().size(), 1u);
}

TEST(LoopUnits, of_a_loop_of_any_length_can_be_numbered) {
  const std::uint64_t most = UINT32_MAX;
  EXPECT_EQ(LoopUnits(most, 1).size(), 1u);
  EXPECT_EQ(LoopUnits(most, 1).count(), UINT32_MAX);
  EXPECT_EQ(LoopUnits(most + 1, 1).size(), 2u);
  EXPECT_EQ(LoopUnits(most + 1, 3).size(), 3u) << "what is asked for, where that is more";
  const LoopUnits longest(UINT64_MAX, 1);
  EXPECT_EQ(longest.size(), most + 2);
  EXPECT_EQ(longest.iterations(longest.last()).last, UINT64_MAX);
}

TEST(LoopUnits, stand_for_iterations_and_the_last_may_be_short) {
  const LoopUnits units(100, 7);
  EXPECT_EQ(ends(units.iterations({0, 1})), ends(0, 7));
  EXPECT_EQ(ends(units.iterations({3, 14})), ends(21, 98));
  EXPECT_EQ(ends(units.iterations({13, 15})), ends(91, 100));
  EXPECT_EQ(ends(units.iterations(units.last())), ends(98, 100));
  EXPECT_TRUE(units.iterations({4, 4}).empty());
  EXPECT_EQ(ends(units.iterations({4, 4})), ends(0, 0));
}

TEST(LoopUnits, all_but_the_last_are_dealt_out_in_equal_blocks) {
  EXPECT_EQ(LoopUnits(100, 7).dealt(), 14u);
  EXPECT_EQ(LoopUnits(1, 1).dealt(), 0u);
  EXPECT_EQ(LoopUnits(0, 1).dealt(), 0u);
  for (const std::uint32_t seats : {1u, 2u, 3u, 7u, 64u}) {
    const LoopUnits units(1001, 10);  // 101 units
    std::uint32_t next = 0;
    for (std::uint32_t seat = 0; seat < seats; ++seat) {
      const Range share = units.share(seat, seats);
      EXPECT_EQ(share.first, next);
      EXPECT_LE(share.size(), 100 / seats + 1);
      EXPECT_GE(share.size(), 100 / seats);
      next = share.last;
    }
    EXPECT_EQ(next, 100u);
  }
}

TEST(LoopUnits, shares_of_the_longest_loop_do_not_overflow) {
  const LoopUnits units(UINT64_MAX, 1);
  EXPECT_EQ(units.share(0, 1 << 20).first, 0u);
  EXPECT_EQ(units.share((1 << 20) - 1, 1 << 20).last, units.dealt());
}

TEST(LastUnit, is_given_once_and_only_where_there_is_one) {
  graph::LastUnit<P> last;
  const LoopUnits units(100, 7);
  last.open(units);
  EXPECT_EQ(last.take(units).first, 14u);
  EXPECT_TRUE(last.take(units).empty());
  EXPECT_TRUE(last.take(units).empty());
  last.open(units);
  EXPECT_EQ(last.take(units).last, 15u) << "the next loop has its own";
  const LoopUnits none(0, 7);
  last.open(none);
  EXPECT_TRUE(last.take(none).empty());
}

TEST(MostWorth, is_the_seat_with_most_and_never_the_thief) {
  const std::vector<std::uint64_t> worth = {9, 3, 5, 5, 1};
  const auto of = [&worth](graph::Seat seat) { return worth[seat]; };
  EXPECT_EQ(most_worth(1, 5, of), 0u);
  EXPECT_EQ(most_worth(0, 5, of), 2u) << "of two the first one behind the thief";
  EXPECT_EQ(most_worth(0, 2, of), 1u);
  EXPECT_EQ(most_worth(4, 5, of), 0u);
}

TEST(MostWorth, thieves_meet_at_different_victims_where_all_are_worth_the_same) {
  const auto same = [](graph::Seat) { return std::uint64_t{1}; };
  EXPECT_EQ(most_worth(0, 4, same), 1u);
  EXPECT_EQ(most_worth(1, 4, same), 2u);
  EXPECT_EQ(most_worth(3, 4, same), 0u) << "around the end";
}

TEST(MostWorth, is_the_thief_where_nobody_has_anything) {
  const auto nothing = [](graph::Seat) { return std::uint64_t{0}; };
  EXPECT_EQ(most_worth(2, 4, nothing), 2u);
  EXPECT_EQ(most_worth(0, 1, nothing), 0u);
}

TEST(MostWorth, asks_every_other_seat_once) {
  std::vector<int> asked(5);
  most_worth(2, 5, [&asked](graph::Seat seat) {
    ++asked[seat];
    return std::uint64_t{0};
  });
  EXPECT_EQ(asked, (std::vector<int>{1, 1, 0, 1, 1}));
}

/// The common part, with nothing of a schedule's own.
class Schedule final : public graph::LoopOfUnits<P> {
 public:
  void open(const graph::LoopShape& shape) noexcept override { open_units(shape, shape.chunk); }
  Chunk take(graph::Seat, graph::LoopCursor& cursor) noexcept override { return take_last(cursor); }
  using LoopOfUnits::over;
  using LoopOfUnits::stopped;
  using LoopOfUnits::threads;
  using LoopOfUnits::units;
};

TEST(LoopOfUnits, a_seat_with_the_last_unit_gets_nothing_more) {
  Schedule loop;
  loop.open({.trip = 20, .chunk = 6, .threads = 3});
  EXPECT_EQ(loop.threads(), 3u);
  EXPECT_EQ(loop.units().count(), 4u);
  graph::LoopCursor first;
  graph::LoopCursor second;
  EXPECT_FALSE(loop.over(first));
  EXPECT_EQ(ends(loop.take(0, first)), ends(18, 20));
  EXPECT_TRUE(loop.over(first));
  EXPECT_FALSE(loop.over(second));
  EXPECT_TRUE(loop.take(1, second).empty());
  EXPECT_TRUE(loop.over(second)) << "who came for it in vain leaves, too";
}

TEST(LoopOfUnits, one_that_is_stopped_is_over_for_all_until_the_next) {
  Schedule loop;
  loop.open({.trip = 20, .chunk = 6, .threads = 3});
  const graph::LoopCursor cursor;
  EXPECT_FALSE(loop.stopped());
  loop.stop();
  EXPECT_TRUE(loop.stopped());
  EXPECT_TRUE(loop.over(cursor));
  loop.open({.trip = 20, .chunk = 6, .threads = 3});
  EXPECT_FALSE(loop.over(cursor));
}

TEST(LoopShape, is_crowded_when_threads_outnumber_processors) {
  EXPECT_TRUE((graph::LoopShape{.threads = 3, .processors = 2}.crowded()));
  EXPECT_FALSE((graph::LoopShape{.threads = 2, .processors = 2}.crowded()));
  EXPECT_FALSE(graph::LoopShape{}.crowded());
}

TEST(SeatLines, are_kept_for_fewer_seats_and_made_anew_for_more) {
  graph::SeatLines<int> lines;
  lines.make_room(4);
  for (graph::Seat seat = 0; seat < 4; ++seat) lines[seat] = 7;
  const int* const before = &lines[0];
  lines.make_room(4);
  lines.make_room(2);
  EXPECT_EQ(&lines[0], before);
  EXPECT_EQ(lines[3], 7);
  lines.make_room(5);
  for (graph::Seat seat = 0; seat < 5; ++seat) lines[seat] = 8;
  const int* const now = &lines[0];
  lines.make_room(5);
  EXPECT_EQ(&lines[0], now);
}

}  // namespace
