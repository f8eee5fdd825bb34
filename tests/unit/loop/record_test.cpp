// What a place in the program remembers of its loop, number by number: notes, splits, when it doubts them, batches.
#include <gtest/gtest.h>

#include <vector>

#include "loop/idws/history.hpp"
#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using graph::LoopShape;
using graph::Seat;
using P = platform::Threads;
using Record = loop::LoopRecord<P>;
using loop::SeatTimes;

constexpr std::uint32_t k_units = 640;  // ten in each of the 64 buckets that a record of few seats has

LoopShape shape(std::uint32_t threads = 2, std::uint32_t processors = 64) {
  return {.trip = 641, .chunk = 1, .threads = threads, .processors = processors, .site = 5};
}

constexpr SeatTimes k_uneven{.entered_ns = 1000, .dry_ns = 2000, .left_ns = 1'001'000};

std::vector<std::uint32_t> bounds(Record& record, Seat seats) {
  std::vector<std::uint32_t> found{record.share(0).first};
  for (Seat seat = 0; seat < seats; ++seat) {
    EXPECT_EQ(record.share(seat).first, found.back());
    found.push_back(record.share(seat).last);
  }
  return found;
}

using Bounds = std::vector<std::uint32_t>;

class LoopRecordTest : public testing::Test {
 protected:
  LoopRecordTest() { record_.make_room(4); }

  /// The next run, behind one that was uneven.
  void run_after_uneven(const LoopShape& its = shape()) {
    record_.judge(k_uneven);
    record_.begin_run(its, k_units);
  }

  Record record_;
};

TEST_F(LoopRecordTest, the_first_run_starts_from_equal_blocks_and_takes_notes) {
  record_.begin_run(shape(4), k_units);
  EXPECT_EQ(bounds(record_, 4), (Bounds{0, 160, 320, 480, 640}));
  EXPECT_TRUE(record_.takes_notes());
  EXPECT_EQ(record_.first_batch(), 0u);
  record_.begin_run(shape(3), k_units + 1);
  EXPECT_EQ(bounds(record_, 3), (Bounds{0, 213, 427, 641}));
}

TEST_F(LoopRecordTest, a_run_that_was_even_is_left_alone) {
  record_.begin_run(shape(), k_units);
  record_.note({0, 10}, k_units, 1'000'000);
  record_.begin_run(shape(), k_units);
  EXPECT_FALSE(record_.takes_notes());
  EXPECT_EQ(bounds(record_, 2), (Bounds{0, 320, 640}));
}

TEST_F(LoopRecordTest, after_an_uneven_run_each_seat_gets_the_same_time) {
  record_.begin_run(shape(), k_units);
  record_.note({0, 640}, k_units, 6400);
  record_.note({0, 320}, k_units, 6400);  // the first half takes three times as long: 30 ns a unit, then 10
  run_after_uneven();
  // Of 12,800 ns in all the half is 6,400: 213 units of 30.
  EXPECT_EQ(bounds(record_, 2), (Bounds{0, 213, 640}));
  EXPECT_TRUE(record_.takes_notes()) << "to learn whether that was right";
}

TEST_F(LoopRecordTest, four_seats_get_quarters) {
  record_.begin_run(shape(4), k_units);
  record_.note({0, 320}, k_units, 3000);
  record_.note({320, 640}, k_units, 1000);
  run_after_uneven(shape(4));
  // 1,000 ns each: of 50 in a bucket of ten units 93.75 in a dear one, 31.25 in a cheap one.
  const Bounds found = bounds(record_, 4);
  EXPECT_NEAR(found[1], 107, 1);
  EXPECT_NEAR(found[2], 214, 2);
  EXPECT_NEAR(found[3], 320, 1);
}

TEST_F(LoopRecordTest, several_seats_may_end_in_one_bucket) {
  record_.begin_run(shape(4), k_units);
  record_.note({320, 330}, k_units, 4000);
  run_after_uneven(shape(4));
  EXPECT_EQ(bounds(record_, 4), (Bounds{0, 322, 325, 327, 640}));
}

TEST_F(LoopRecordTest, a_note_is_shared_out_among_the_buckets_that_it_touches) {
  record_.begin_run(shape(), k_units);
  record_.note({5, 25}, k_units, 2000);   // 500, 1000, 500
  record_.note({25, 35}, k_units, 2000);  // 1000, 1000
  run_after_uneven();
  // 4,000 ns in all; 2,000 of them end with unit 25: 500 of 1,500 in the third bucket
  EXPECT_NEAR(bounds(record_, 2)[1], 23, 1);
}

TEST_F(LoopRecordTest, without_notes_blocks_are_equal) {
  record_.begin_run(shape(), k_units);
  run_after_uneven();
  EXPECT_EQ(bounds(record_, 2), (Bounds{0, 320, 640}));
}

TEST_F(LoopRecordTest, notes_are_of_the_last_run_alone) {
  record_.begin_run(shape(), k_units);
  record_.note({0, 10}, k_units, 1'000'000);
  run_after_uneven();
  EXPECT_EQ(bounds(record_, 2), (Bounds{0, 5, 640}));
  record_.note({0, 640}, k_units, 640);
  run_after_uneven();
  EXPECT_EQ(bounds(record_, 2), (Bounds{0, 320, 640}));
}

TEST_F(LoopRecordTest, after_even_runs_notes_are_taken_before_anything_is_split) {
  record_.begin_run(shape(), k_units);
  record_.begin_run(shape(), k_units);
  EXPECT_FALSE(record_.takes_notes());
  run_after_uneven();
  EXPECT_TRUE(record_.takes_notes());
  EXPECT_EQ(bounds(record_, 2), (Bounds{0, 320, 640})) << "there is nothing to split by yet";
}

TEST_F(LoopRecordTest, four_splits_that_did_not_balance_are_enough_for_sixty_four_runs) {
  record_.begin_run(shape(), k_units);
  for (int failure = 0; failure < 4; ++failure) {
    record_.note({0, 10}, k_units, 1000);
    run_after_uneven();
    EXPECT_EQ(bounds(record_, 2)[1], 5u) << failure;
  }
  record_.note({0, 10}, k_units, 1000);
  run_after_uneven();
  EXPECT_EQ(bounds(record_, 2)[1], 320u) << "from equal blocks again";
  EXPECT_FALSE(record_.takes_notes());
  for (int run = 0; run < 64; ++run) {
    run_after_uneven();
    EXPECT_FALSE(record_.takes_notes()) << run;
    EXPECT_EQ(bounds(record_, 2)[1], 320u);
  }
  run_after_uneven();
  EXPECT_TRUE(record_.takes_notes()) << "then it tries once more";
}

TEST_F(LoopRecordTest, a_split_that_balances_is_forgiven_what_failed_before) {
  record_.begin_run(shape(), k_units);
  for (int round = 0; round < 3; ++round) {
    for (int failure = 0; failure < 3; ++failure) {
      record_.note({0, 10}, k_units, 1000);
      run_after_uneven();
    }
    EXPECT_EQ(bounds(record_, 2)[1], 5u) << round;
    record_.begin_run(shape(), k_units);  // even
    run_after_uneven();                   // takes notes
    EXPECT_TRUE(record_.takes_notes()) << round;
  }
}

TEST_F(LoopRecordTest, another_loop_at_the_same_place_begins_anew) {
  const auto begins_anew = [this](const LoopShape& other) {
    record_.begin_run(shape(), k_units);
    record_.remember(40);
    record_.note({0, 10}, k_units, 1000);
    run_after_uneven();
    EXPECT_EQ(bounds(record_, 2)[1], 5u);
    record_.begin_run(other, k_units);
    return record_.first_batch() == 0 && record_.takes_notes() && record_.share(0).last == k_units / other.threads;
  };
  LoopShape other = shape();
  other.site = 6;
  EXPECT_TRUE(begins_anew(other));
  other = shape();
  other.trip = 700;
  EXPECT_TRUE(begins_anew(other));
  other = shape();
  other.chunk = 2;
  EXPECT_TRUE(begins_anew(other));
  EXPECT_TRUE(begins_anew(shape(4)));
  EXPECT_TRUE(begins_anew(shape(2, 63)));
  EXPECT_FALSE(begins_anew(shape()));
}

TEST_F(LoopRecordTest, a_crowded_team_takes_no_notes) {
  record_.begin_run(shape(4, 3), k_units);
  EXPECT_FALSE(record_.takes_notes());
  run_after_uneven(shape(4, 3));
  EXPECT_FALSE(record_.takes_notes());
}

/// Whether a seat with these times makes the next run doubt the split.
bool doubts(const SeatTimes& times) {
  Record record;
  record.make_room(2);
  record.begin_run(shape(), k_units);
  record.begin_run(shape(), k_units);  // even: no notes
  record.judge(times);
  record.begin_run(shape(), k_units);
  return record.takes_notes();
}

TEST_F(LoopRecordTest, a_split_was_good_where_a_seat_ran_dry_in_the_last_sixteenth) {
  EXPECT_TRUE(doubts({.entered_ns = 1000, .dry_ns = 1000 + 149'999, .left_ns = 1000 + 160'000}));
  EXPECT_FALSE(doubts({.entered_ns = 1000, .dry_ns = 1000 + 150'000, .left_ns = 1000 + 160'000}));
}

TEST_F(LoopRecordTest, a_loop_of_less_than_fifty_microseconds_is_not_judged) {
  EXPECT_TRUE(doubts({.entered_ns = 1000, .dry_ns = 1001, .left_ns = 51'000}));
  EXPECT_FALSE(doubts({.entered_ns = 1000, .dry_ns = 1001, .left_ns = 50'999}));
}

TEST_F(LoopRecordTest, a_batch_is_remembered_when_it_is_twice_or_half_of_what_is_known) {
  record_.begin_run(shape(), k_units);
  record_.remember(1);
  EXPECT_EQ(record_.first_batch(), 1u) << "nothing is known yet";
  record_.remember(100);
  EXPECT_EQ(record_.first_batch(), 100u);
  record_.remember(199);
  record_.remember(51);
  EXPECT_EQ(record_.first_batch(), 100u);
  record_.remember(200);
  EXPECT_EQ(record_.first_batch(), 200u);
  record_.remember(100);
  EXPECT_EQ(record_.first_batch(), 100u);
}

TEST(LoopHistoryTest, knows_loops_with_a_place_and_several_threads_for_which_there_is_room) {
  loop::LoopHistory<P> history(4);
  EXPECT_NE(history.begin_run(shape(2), k_units), nullptr);
  EXPECT_NE(history.begin_run(shape(4), k_units), nullptr);
  EXPECT_EQ(history.begin_run(shape(5), k_units), nullptr);
  EXPECT_EQ(history.begin_run(shape(1), k_units), nullptr);
  LoopShape nowhere = shape();
  nowhere.site = 0;
  EXPECT_EQ(history.begin_run(nowhere, k_units), nullptr);
}

TEST(LoopHistoryTest, finds_a_loop_again) {
  loop::LoopHistory<P> history(4);
  Record* const record = history.begin_run(shape(), k_units);
  record->remember(77);
  EXPECT_EQ(history.begin_run(shape(), k_units), record);
  EXPECT_EQ(record->first_batch(), 77u);
}

TEST(LoopHistoryTest, a_record_for_many_seats_has_room_for_all_of_them) {
  loop::LoopHistory<P> history(40);
  Record* const record = history.begin_run(shape(40), k_units);
  ASSERT_NE(record, nullptr);
  EXPECT_EQ(bounds(*record, 40).back(), k_units);
  record->note({0, k_units}, k_units, 6400);
  record->judge(k_uneven);
  history.begin_run(shape(40), k_units);
  EXPECT_EQ(bounds(*record, 40).back(), k_units);
  EXPECT_NEAR(bounds(*record, 40)[20], 320, 2);
}

}  // namespace
