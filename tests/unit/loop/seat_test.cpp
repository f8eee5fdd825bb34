// A seat of IDWS, number by number: how its batches and strips grow, what it is worth to thieves, what a request opens.
#include <gtest/gtest.h>

#include "loop/idws/seat.hpp"
#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using loop::IdwsTuning;
using loop::Signals;
using sync::Range;

std::uint64_t clock_ns = 0;  // one thread only

/// Real atomics, a clock of our own.
struct Clocked : platform::Threads {
  static std::uint64_t now_ns() noexcept { return clock_ns; }
};
using Seat = loop::IdwsSeat<Clocked>;

class IdwsSeatTest : public testing::Test {
 protected:
  IdwsSeatTest() { clock_ns = 1'000'000; }

  /// Runs what is kept to its end, so long a unit. @returns how many units
  std::uint32_t run_batch(std::uint64_t ns) {
    std::uint32_t units = 0;
    while (!seat_.keeps_nothing()) {
      const Range strip = seat_.next_strip(tuning_);
      units += strip.size();
      clock_ns += strip.size() * ns;
    }
    return units;
  }

  IdwsTuning tuning_{.batch_ns = 1000,
                     .strips = 4,
                     .first_batch = 1,
                     .growth = 8,
                     .part_kept = 2,
                     .part_run = 4,
                     .shortest = 4,
                     .looks = 0};
  Seat seat_;
};

TEST_F(IdwsSeatTest, batches_grow_by_the_growth_until_they_last_as_long_as_they_should) {
  seat_.open({0, 100'000}, 1, tuning_);
  EXPECT_TRUE(seat_.keeps_nothing());
  EXPECT_EQ(seat_.wanted(), 1u);
  for (const std::uint32_t expected : {1u, 8u, 64u, 100u, 100u}) {  // 1,000 ns at 10 ns a unit
    seat_.keep_more(tuning_);
    EXPECT_EQ(seat_.wanted(), expected);
    EXPECT_EQ(run_batch(10), expected);
  }
}

TEST_F(IdwsSeatTest, a_batch_that_lasted_too_long_is_cut_at_once) {
  seat_.open({0, 100'000}, 64, tuning_);
  seat_.keep_more(tuning_);
  run_batch(100);
  seat_.keep_more(tuning_);
  EXPECT_EQ(seat_.wanted(), 10u);
  run_batch(5000);
  seat_.keep_more(tuning_);
  EXPECT_EQ(seat_.wanted(), 1u) << "one at least";
}

TEST_F(IdwsSeatTest, units_that_take_no_time_are_not_divided_by) {
  seat_.open({0, 100'000}, 4, tuning_);
  seat_.keep_more(tuning_);
  run_batch(0);
  seat_.keep_more(tuning_);
  EXPECT_EQ(seat_.wanted(), 32u);
}

TEST_F(IdwsSeatTest, a_small_batch_lets_the_next_be_twice_what_was_wanted) {
  tuning_.part_kept = 100;  // near the end little is kept
  seat_.open({0, 200}, 64, tuning_);
  seat_.keep_more(tuning_);
  EXPECT_EQ(run_batch(1), 16u) << "four of the shortest strips: 64 / 4 strips / 4";
  seat_.keep_more(tuning_);
  EXPECT_EQ(seat_.wanted(), 128u) << "16 x 8";
  run_batch(1);
  tuning_.growth = 1;
  seat_.keep_more(tuning_);
  EXPECT_EQ(seat_.wanted(), 256u) << "not 32";
}

TEST_F(IdwsSeatTest, what_is_kept_is_a_part_of_what_is_left_and_no_more_than_wanted) {
  seat_.open({0, 100}, 40, tuning_);
  seat_.keep_more(tuning_);
  EXPECT_EQ(run_batch(25), 40u) << "half of a hundred would be more";
  EXPECT_EQ(seat_.open_range().look().first, 40u);
  seat_.keep_more(tuning_);
  EXPECT_EQ(run_batch(25), 30u) << "half of sixty";
  seat_.keep_more(tuning_);
  EXPECT_EQ(run_batch(25), 15u);
}

TEST_F(IdwsSeatTest, a_part_is_rounded_up_and_the_last_unit_is_had) {
  seat_.open({0, 3}, 40, tuning_);
  std::uint32_t units = 0;
  for (int batch = 0; batch < 3; ++batch) {
    seat_.keep_more(tuning_);
    units += run_batch(25);
  }
  EXPECT_EQ(units, 3u);
  EXPECT_TRUE(seat_.open_range().look().empty());
}

TEST_F(IdwsSeatTest, the_batch_before_is_told_with_its_time) {
  seat_.open({10, 1000}, 20, tuning_);
  seat_.keep_more(tuning_);
  clock_ns += 7;
  run_batch(3);
  const loop::TimedBatch last = seat_.keep_more(tuning_);
  EXPECT_EQ(last.units.first, 10u);
  EXPECT_EQ(last.units.last, 30u);
  EXPECT_EQ(last.ns, 67u);
}

TEST_F(IdwsSeatTest, strips_are_a_part_of_a_batch_and_of_what_is_left) {
  seat_.open({0, 10'000}, 64, tuning_);
  seat_.keep_more(tuning_);
  EXPECT_EQ(seat_.next_strip(tuning_).size(), 16u) << "64 wanted, four strips";
  Seat near_the_end;
  near_the_end.open({0, 40}, 64, tuning_);
  near_the_end.keep_more(tuning_);
  EXPECT_EQ(near_the_end.next_strip(tuning_).size(), 10u) << "a quarter of the forty";
  Seat at_the_end;
  at_the_end.open({0, 6}, 64, tuning_);
  at_the_end.keep_more(tuning_);
  EXPECT_EQ(at_the_end.next_strip(tuning_).size(), 4u) << "the shortest: a quarter of sixteen";
  EXPECT_EQ(at_the_end.next_strip(tuning_).size(), 2u) << "or what there is";
}

TEST_F(IdwsSeatTest, a_first_batch_of_one_has_a_strip_of_one) {
  seat_.open({0, 100}, 1, tuning_);
  seat_.keep_more(tuning_);
  EXPECT_EQ(seat_.next_strip(tuning_).size(), 1u);
}

TEST_F(IdwsSeatTest, loot_begins_with_a_small_batch_and_the_rest_is_open) {
  seat_.open({0, 1}, 6, tuning_);
  seat_.receive({100, 120}, tuning_);
  EXPECT_EQ(seat_.open_range().look().first, 106u) << "what is wanted";
  EXPECT_EQ(seat_.open_range().look().last, 120u);
  EXPECT_EQ(seat_.next_strip(tuning_).size(), 1u) << "six in four strips";
  seat_.receive({200, 204}, tuning_);
  EXPECT_EQ(seat_.open_range().look().first, 202u) << "half of it";
  Seat large;
  large.open({0, 1}, 400, tuning_);
  large.receive({0, 80}, tuning_);
  EXPECT_EQ(large.next_strip(tuning_).size(), 20u) << "a quarter of the loot";
  large.receive({0, 2}, tuning_);
  EXPECT_EQ(large.next_strip(tuning_).size(), 1u) << "one at least";
}

TEST_F(IdwsSeatTest, an_open_range_is_worth_more_than_any_that_is_kept) {
  Seat open;
  open.open({0, 3}, 1, tuning_);
  Seat more;
  more.open({0, 4}, 1, tuning_);
  Seat keeps;
  tuning_.part_kept = tuning_.part_run = 1;
  keeps.open({0, 1000}, 1000, tuning_);
  keeps.keep_more(tuning_);
  keeps.next_strip(tuning_);
  EXPECT_GT(more.worth(), open.worth());
  EXPECT_GT(open.worth(), keeps.worth());
  EXPECT_EQ(more.worth() - open.worth(), 1u);
}

TEST_F(IdwsSeatTest, who_has_been_asked_already_is_worth_less_but_not_nothing) {
  tuning_.part_kept = tuning_.part_run = 1;
  Seat asked;
  asked.open({0, 1000}, 1000, tuning_);
  asked.keep_more(tuning_);
  asked.next_strip(tuning_);  // 250 of them; 750 are left
  Seat other;
  other.open({0, 8}, 8, tuning_);
  other.keep_more(tuning_);
  other.next_strip(tuning_);  // two; six are left
  EXPECT_GT(asked.worth(), other.worth());
  const std::uint64_t before = asked.worth();
  EXPECT_FALSE(asked.ask(0, Signals::never));
  EXPECT_EQ(asked.worth(), 750u);
  EXPECT_LT(asked.worth(), other.worth());
  EXPECT_EQ(before - other.worth(), 744u);
}

TEST_F(IdwsSeatTest, two_kept_units_are_worth_asking_for_and_one_is_not) {
  tuning_.part_kept = tuning_.part_run = 1;
  tuning_.strips = 3;
  seat_.open({0, 3}, 3, tuning_);
  seat_.keep_more(tuning_);
  seat_.next_strip(tuning_);
  EXPECT_GT(seat_.worth(), 0u) << "two are left";
  seat_.next_strip(tuning_);
  EXPECT_EQ(seat_.worth(), 0u) << "an owner never gives away the last";
  EXPECT_TRUE(seat_.ask(0, Signals::never)) << "nobody waits for an answer";
}

TEST_F(IdwsSeatTest, an_answer_opens_the_upper_half_and_the_batch_is_that_much_smaller) {
  tuning_ = {.batch_ns = 1000,
             .strips = 4,
             .first_batch = 1,
             .growth = 1,
             .part_kept = 1,
             .part_run = 1,
             .shortest = 4,
             .looks = 0};
  seat_.open({0, 40}, 40, tuning_);
  seat_.keep_more(tuning_);
  seat_.next_strip(tuning_);  // 0-10
  EXPECT_FALSE(seat_.ask(0, Signals::never));
  seat_.next_strip(tuning_);  // 10-20; of 20-40 the upper half is opened
  EXPECT_EQ(seat_.open_range().look().first, 30u);
  EXPECT_EQ(seat_.open_range().look().last, 40u);
  clock_ns += 3000;
  run_batch(0);
  const loop::TimedBatch last = seat_.keep_more(tuning_);
  EXPECT_EQ(last.units.first, 0u);
  EXPECT_EQ(last.units.last, 30u) << "what was given away was not run here";
  EXPECT_EQ(seat_.wanted(), 10u) << "30 units took 3,000 ns: ten should";
}

TEST_F(IdwsSeatTest, everything_is_opened_only_when_the_batch_lasts_more_than_twice_as_long) {
  tuning_.part_kept = tuning_.part_run = 1;
  for (const std::uint64_t lasted : {2000u, 2001u}) {
    Seat seat;
    seat.open({0, 40}, 40, tuning_);
    seat.keep_more(tuning_);
    seat.next_strip(tuning_);
    clock_ns += lasted;
    seat.ask(0, Signals::never);
    seat.next_strip(tuning_);
    EXPECT_EQ(seat.keeps_nothing(), lasted == 2001) << lasted;
  }
}

TEST_F(IdwsSeatTest, an_answer_needs_something_kept_and_nothing_open) {
  tuning_.part_kept = 2;
  seat_.open({0, 40}, 40, tuning_);
  seat_.keep_more(tuning_);  // 0-20; 20-40 are open
  seat_.next_strip(tuning_);
  EXPECT_FALSE(seat_.ask(0, Signals::never));
  seat_.next_strip(tuning_);
  EXPECT_EQ(seat_.open_range().look().first, 20u) << "the open range is enough";
  EXPECT_EQ(seat_.open_range().look().last, 40u);
}

TEST_F(IdwsSeatTest, a_request_is_answered_once) {
  tuning_ = {.batch_ns = 100'000, .strips = 10, .growth = 1, .part_kept = 1, .part_run = 1, .shortest = 10, .looks = 0};
  seat_.open({0, 100}, 100, tuning_);
  seat_.keep_more(tuning_);
  seat_.next_strip(tuning_);
  seat_.ask(0, Signals::never);
  seat_.next_strip(tuning_);
  EXPECT_EQ(seat_.open_range().look().size(), 40u);
  seat_.open_range().put({0, 0});  // somebody has taken it
  seat_.next_strip(tuning_);
  EXPECT_TRUE(seat_.open_range().look().empty()) << "nobody has asked again";
}

TEST_F(IdwsSeatTest, a_seat_is_nearly_done_when_half_of_a_shortest_strip_is_left) {
  tuning_ = {.batch_ns = 1000, .strips = 4, .growth = 8, .part_kept = 1, .part_run = 1, .shortest = 2, .looks = 0};
  seat_.open({0, 80}, 80, tuning_);  // strips of 20, the shortest 10
  EXPECT_FALSE(seat_.nearly_done());
  seat_.keep_more(tuning_);
  seat_.next_strip(tuning_);
  seat_.next_strip(tuning_);
  EXPECT_FALSE(seat_.nearly_done()) << "forty are left";
  Seat small;
  small.open({0, 5}, 80, tuning_);
  EXPECT_TRUE(small.nearly_done()) << "5 of 10";
  Seat larger;
  larger.open({0, 6}, 80, tuning_);
  EXPECT_FALSE(larger.nearly_done());
}

TEST_F(IdwsSeatTest, a_new_loop_knows_nothing_of_the_last_one) {
  tuning_.part_kept = tuning_.part_run = 1;
  seat_.open({0, 40}, 40, tuning_);
  seat_.keep_more(tuning_);
  seat_.next_strip(tuning_);
  seat_.ask(0, Signals::never);
  seat_.open({0, 0}, 7, tuning_);
  EXPECT_TRUE(seat_.keeps_nothing());
  EXPECT_EQ(seat_.wanted(), 7u);
  EXPECT_EQ(seat_.worth(), 0u) << "what was shown is not shown any more";
  seat_.open({0, 40}, 40, tuning_);
  seat_.keep_more(tuning_);
  seat_.next_strip(tuning_);
  seat_.next_strip(tuning_);
  EXPECT_TRUE(seat_.open_range().look().empty()) << "who asked, asked in the last loop";
}

TEST_F(IdwsSeatTest, when_it_ran_dry_is_told_once_and_in_sixteens) {
  seat_.open({0, 4}, 4, tuning_);
  seat_.keep_more(tuning_);
  const std::uint64_t entered = clock_ns;
  run_batch(100);
  seat_.keep_more(tuning_);  // the rest
  run_batch(100);
  seat_.keep_more(tuning_);
  const std::uint64_t dry = clock_ns;
  EXPECT_TRUE(seat_.run_dry());
  EXPECT_FALSE(seat_.run_dry());
  const loop::SeatTimes times = seat_.times();
  EXPECT_EQ(times.entered_ns, entered);
  EXPECT_EQ(times.dry_ns, entered + ((dry - entered) / 16 + 1) * 16);
  EXPECT_EQ(times.left_ns, dry);
}

}  // namespace
