// Brief loops: each iteration once, whoever comes and when; the last one at the end of its thread's; next to the limits
// of 64 bits, and where the numbers of loops begin anew.
#include "loop/brief/brief.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using graph::Chunk;
using graph::Seat;
using loop::BriefNumber;
using P = platform::Threads;
using Loop = loop::Brief<P>;

class Team {
 public:
  explicit Team(std::uint32_t threads) : members_(threads) { seats_.make_room(threads); }

  class Member {
   public:
    void open(Team& team, graph::LoopNumber number, std::uint64_t trip, std::uint64_t chunk) {
      loop_.join(team.seats_);
      loop_.open({.trip = trip,
                  .chunk = chunk,
                  .threads = static_cast<std::uint32_t>(team.members_.size()),
                  .number = number});
      cursor_ = {};
    }
    Chunk take(Seat seat) { return loop_.take(seat, cursor_); }
    std::vector<Chunk> take_all(Seat seat) {
      std::vector<Chunk> taken;
      for (Chunk chunk = take(seat); !chunk.empty(); chunk = take(seat)) taken.push_back(chunk);
      return taken;
    }
    void stop() { loop_.stop(); }

   private:
    Loop loop_;
    graph::LoopCursor cursor_;
  };

  Member& operator[](Seat seat) { return members_[seat]; }
  void open(graph::LoopNumber number, std::uint64_t trip, std::uint64_t chunk) {
    for (Member& member : members_) member.open(*this, number, trip, chunk);
  }
  void begin_region(std::uint64_t region) { seats_.begin_region(region); }

 private:
  loop::BriefSeats<P> seats_;
  std::vector<Member> members_;
};

/// Members take turns, each so many chunks; @returns how often each iteration was run.
std::vector<int> runs_in_turns(Team& team, std::uint32_t threads, std::uint64_t trip, std::uint32_t chunks_a_turn) {
  std::vector<int> runs(trip);
  std::uint32_t left = threads;
  std::vector<bool> gone(threads);
  while (left != 0) {
    for (Seat seat = threads; seat-- != 0;) {
      for (std::uint32_t turn = 0; turn < chunks_a_turn * (seat + 1) && !gone[seat]; ++turn) {
        const Chunk chunk = team[seat].take(seat);
        for (std::uint64_t i = chunk.first; i < chunk.last; ++i) ++runs[i];
        if (!chunk.empty()) continue;
        gone[seat] = true;
        --left;
      }
    }
  }
  return runs;
}

TEST(BriefLoop, runs_each_iteration_once) {
  for (const std::uint32_t threads : {2u, 3u, 5u}) {
    Team team(threads);
    std::uint32_t number = 0;
    for (std::uint64_t trip = 0; trip <= 16 * threads; ++trip) {
      for (const std::uint64_t chunk : {0u, 1u, 2u, 7u, 1000u}) {
        for (const std::uint32_t turn : {1u, 3u, 100u}) {
          team.open({1, ++number}, trip, chunk);
          ASSERT_EQ(runs_in_turns(team, threads, trip, turn), std::vector<int>(trip, 1))
              << trip << " iterations by " << chunk << " on " << threads << " threads";
        }
      }
    }
  }
}

TEST(BriefLoop, chunks_have_the_size_that_was_asked_for_but_for_the_last) {
  Team team(2);
  team.open({1, 1}, 23, 5);
  std::vector<Chunk> taken = team[0].take_all(0);
  ASSERT_EQ(taken.size(), 5u);
  for (const Chunk& chunk : taken) {
    EXPECT_EQ(chunk.first % 5, 0u);
    EXPECT_EQ(chunk.last, std::min<std::uint64_t>(chunk.first + 5, 23));
  }
}

TEST(BriefLoop, who_comes_alone_runs_everything_and_the_last_iteration_at_the_end) {
  for (const Seat seat : {0u, 1u, 2u}) {
    Team team(3);
    team.open({1, 1}, 14, 1);
    const std::vector<Chunk> taken = team[seat].take_all(seat);
    ASSERT_EQ(taken.size(), 14u);
    EXPECT_EQ(taken.back().last, 14u);
    EXPECT_TRUE(team[seat].take(seat).empty());
    EXPECT_TRUE(team[(seat + 1) % 3].take((seat + 1) % 3).empty());
  }
}

TEST(BriefLoop, the_last_iteration_waits_until_nothing_else_is_left) {
  Team team(2);
  team.open({1, 1}, 4, 1);
  EXPECT_EQ(team[1].take(1).first, 2u);
  EXPECT_EQ(team[1].take(1).first, 1u) << "of the other's share, before the last of its own";
  EXPECT_EQ(team[1].take(1).first, 0u);
  EXPECT_EQ(team[1].take(1).first, 3u);
  EXPECT_TRUE(team[0].take(0).empty());
}

TEST(BriefLoop, a_member_that_is_loops_behind_finds_nothing_left) {
  Team team(2);
  for (std::uint32_t number = 1; number <= 3; ++number) {
    team[0].open(team, {1, number}, 6, 1);
    EXPECT_EQ(team[0].take_all(0).size(), 6u);
  }
  for (std::uint32_t number = 1; number <= 3; ++number) {
    team[1].open(team, {1, number}, 6, 1);
    EXPECT_TRUE(team[1].take(1).empty());
  }
  team[1].open(team, {1, 4}, 6, 1);
  EXPECT_EQ(team[1].take_all(1).size(), 6u);
}

TEST(BriefLoop, what_a_loop_left_behind_is_not_of_the_next_region) {
  Team team(2);
  for (const std::uint64_t region : {1u, 2u, 3u, 8191u}) {
    team.open({region, 1}, 6, 1);
    EXPECT_EQ(team[0].take(0).first, 0u);  // and leaves, as from a cancelled one
  }
}

TEST(BriefLoop, who_has_forgotten_takes_a_number_that_was_there_before_for_a_new_one) {
  Team team(2);
  ASSERT_EQ(BriefNumber({3, 1}).number(), BriefNumber({8192 + 3, 1}).number());
  team.open({3, 1}, 6, 1);
  EXPECT_EQ(team[0].take_all(0).size(), 6u);
  team.open({8192 + 3, 1}, 6, 1);
  EXPECT_TRUE(team[0].take(0).empty()) << "else this test shows nothing";
  team.begin_region(8192 + 3);
  team.open({8192 + 3, 1}, 6, 1);
  EXPECT_EQ(runs_in_turns(team, 2, 6, 1), std::vector<int>(6, 1));
}

TEST(BriefLoop, within_an_era_numbers_grow) {
  for (std::uint64_t region = 1; region <= 3 * 8192; ++region) {
    const bool same = BriefNumber::era_of(region) == BriefNumber::era_of(region - 1);
    EXPECT_TRUE(!same || BriefNumber({region, 1}).number() > BriefNumber({region - 1, (1u << 26) - 1}).number());
    ASSERT_NE(BriefNumber({region, 1}).number(), 0u) << "what seats that have forgotten say";
  }
  EXPECT_TRUE(BriefNumber::can_name((1u << 26) - 1));
  EXPECT_FALSE(BriefNumber::can_name(1u << 26));
  EXPECT_FALSE(BriefNumber::can_name((std::uint64_t{1} << 32) + 1)) << "a count that has gone round";
}

TEST(BriefLoop, members_that_disagree_get_no_iteration_beyond_their_own_loop) {
  Team team(2);
  team[0].open(team, {1, 1}, 30, 1);
  EXPECT_FALSE(team[0].take(0).empty());
  for (const std::uint64_t trip : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{12}}) {
    team[1].open(team, {1, 1}, trip, 5);
    for (const Chunk& chunk : team[1].take_all(1)) EXPECT_LE(chunk.last, trip);
  }
}

TEST(BriefLoop, next_to_the_limits_of_64_bits) {
  constexpr std::uint64_t k_all = std::numeric_limits<std::uint64_t>::max();
  Team team(2);
  team.open({1, 1}, k_all, k_all / 8);  // nine units, the last of one to eight iterations
  std::uint64_t sum = 0, last = 0;
  for (const Chunk& chunk : team[0].take_all(0)) {
    sum += chunk.last - chunk.first;
    last = chunk.last;
  }
  EXPECT_EQ(sum, k_all);
  EXPECT_EQ(last, k_all);
}

TEST(BriefLoop, is_for_few_units_only) {
  loop::BriefSeats<P> seats;
  seats.make_room(1000);
  Loop loop;
  loop.join(seats);
  const auto is_for = [&loop](std::uint64_t trip, std::uint64_t chunk, std::uint32_t threads) {
    return loop.is_for({.trip = trip, .chunk = chunk, .threads = threads, .number = {1, 1}});
  };
  EXPECT_TRUE(is_for(32, 1, 2));
  EXPECT_FALSE(is_for(33, 1, 2));
  EXPECT_TRUE(is_for(33, 2, 2));
  EXPECT_TRUE(is_for(0, 0, 2));
  EXPECT_TRUE(is_for(4095, 1, 1000));
  EXPECT_FALSE(is_for(4096, 1, 1000));
  EXPECT_FALSE(loop.is_for({.trip = 8, .chunk = 1, .threads = 2, .number = {1, std::uint64_t{1} << 32}}))
      << "no number is left for it";
  EXPECT_FALSE(loop.is_for({.trip = 8, .chunk = 1, .threads = 2})) << "nobody counts";
}

TEST(BriefLoop, waits_in_a_new_era_for_a_region_that_is_begun) {
  loop::BriefSeats<P> seats;
  seats.make_room(2);
  Loop loop;
  loop.join(seats);
  const auto in_region = [](std::uint64_t region) {
    return graph::LoopShape{.trip = 8, .chunk = 1, .threads = 2, .number = {region, 1}};
  };
  EXPECT_TRUE(loop.is_for(in_region(8191)));
  EXPECT_FALSE(loop.is_for(in_region(8192)));
  seats.begin_region(8192);
  EXPECT_TRUE(loop.is_for(in_region(8192)));
}

TEST(BriefLoop, stopped_it_gives_nothing_more) {
  Team team(3);
  team.open({1, 1}, 30, 1);
  EXPECT_FALSE(team[0].take(0).empty());
  team[1].stop();
  for (const Seat seat : {0u, 1u, 2u}) EXPECT_TRUE(team[seat].take(seat).empty());
  team.open({1, 2}, 30, 1);
  EXPECT_EQ(runs_in_turns(team, 3, 30, 1), std::vector<int>(30, 1));
}

}  // namespace
