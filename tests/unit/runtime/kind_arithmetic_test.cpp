// What a worker learns of the tasks that it makes, number by number; and where data were written last.
#include <gtest/gtest.h>

#include <cstdint>
#include <memory>

#include "platform/threads/threads.hpp"
#include "runtime/kinds.hpp"
#include "runtime/writers.hpp"

namespace {

using namespace heddle;
using runtime::Kinds;
using runtime::Preference;
using runtime::Sample;
using runtime::TaskKind;

graph::Body body_at(std::uint64_t address) { return reinterpret_cast<graph::Body>(address); }

TEST(Sample, holds_a_body_and_its_time_in_units_of_four) {
  const std::uint64_t sample = Sample::pack(body_at(0x7F12'3456'789A), 1003);
  EXPECT_EQ(Sample::address(sample), 0x7F12'3456'789Au);
  EXPECT_EQ(Sample::ns(sample), 1000u);
  EXPECT_FALSE(Sample::is_parent(sample));
  EXPECT_TRUE(Sample::is_of(sample, body_at(0x7F12'3456'789A)));
  EXPECT_FALSE(Sample::is_of(sample, body_at(0x7F12'3456'789B)));
}

TEST(Sample, a_long_time_is_the_longest_that_fits_and_no_parent) {
  const std::uint64_t longest = (Sample::k_parent - 1) * Sample::k_unit_ns;
  EXPECT_EQ(Sample::ns(Sample::pack(body_at(8), longest)), longest);
  EXPECT_EQ(Sample::ns(Sample::pack(body_at(8), longest + 4)), longest);
  EXPECT_EQ(Sample::ns(Sample::pack(body_at(8), UINT64_MAX)), longest);
  EXPECT_FALSE(Sample::is_parent(Sample::pack(body_at(8), UINT64_MAX)));
  EXPECT_TRUE(Sample::is_parent(Sample::pack_parent(body_at(8))));
  EXPECT_TRUE(Sample::is_of(Sample::pack_parent(body_at(8)), body_at(8)));
}

TaskKind run_twice(std::uint64_t ns) {
  TaskKind kind(body_at(16));
  kind.learn_run(ns, false);
  kind.learn_run(ns, false);
  return kind;
}

TEST(Kind, is_short_after_two_runs_that_take_no_longer_than_a_gift_at_least) {
  TaskKind kind(body_at(16));
  EXPECT_FALSE(kind.is_short());
  kind.learn_run(100, false);
  EXPECT_FALSE(kind.is_short()) << "once may be luck";
  kind.learn_run(100, false);
  EXPECT_TRUE(kind.is_short());
  EXPECT_FALSE(run_twice(101).is_short());
}

TEST(Kind, a_long_run_counts_at_once_and_short_ones_by_halves) {
  TaskKind kind = run_twice(50);
  kind.learn_run(400, false);
  EXPECT_FALSE(kind.is_short());
  kind.learn_run(0, false);  // 200
  EXPECT_FALSE(kind.is_short());
  kind.learn_run(0, false);  // 100
  EXPECT_TRUE(kind.is_short());
  kind.learn_run(100, false);
  EXPECT_TRUE(kind.is_short());
  kind.learn_run(101, false);
  EXPECT_FALSE(kind.is_short());
}

TEST(Kind, that_has_made_tasks_is_never_short) {
  TaskKind kind(body_at(16));
  kind.learn_run(1, true);
  for (int run = 0; run < 5; ++run) kind.learn_run(1, false);
  EXPECT_TRUE(kind.is_parent());
  EXPECT_FALSE(kind.is_short());
  EXPECT_FALSE(run_twice(1).is_parent());
}

TEST(Kind, what_a_gift_costs_is_learnt_by_quarters) {
  TaskKind kind = run_twice(200);
  EXPECT_FALSE(kind.is_short());
  kind.learn_gift(496);  // 100 + 396 / 4 = 199
  EXPECT_FALSE(kind.is_short());
  kind.learn_gift(203);  // 199 + 4 / 4 = 200
  EXPECT_TRUE(kind.is_short());
}

TEST(Kind, a_gift_costs_five_hundred_at_most_and_a_hundred_at_least) {
  TaskKind dear = run_twice(500);
  TaskKind dearer = run_twice(501);
  TaskKind cheap = run_twice(100);
  for (int gift = 0; gift < 50; ++gift) {
    dear.learn_gift(4000);
    dearer.learn_gift(4000);
    cheap.learn_gift(0);
  }
  EXPECT_TRUE(dear.is_short());
  EXPECT_FALSE(dearer.is_short());
  EXPECT_TRUE(cheap.is_short());
}

TEST(Kind, a_gift_in_which_the_creator_was_interrupted_says_nothing) {
  TaskKind kind = run_twice(150);
  for (int gift = 0; gift < 50; ++gift) kind.learn_gift(5001);
  EXPECT_FALSE(kind.is_short());
  kind.learn_gift(5000);
  EXPECT_TRUE(kind.is_short());
}

TEST(Kind, one_run_in_thirty_two_is_timed_and_one_gift_in_a_hundred_and_twenty_eight) {
  TaskKind kind(body_at(16));
  EXPECT_TRUE(kind.time_next_run()) << "the first";
  kind.learn_run(1, false);
  for (int run = 1; run < 32; ++run) EXPECT_FALSE(kind.time_next_run()) << run;
  EXPECT_TRUE(kind.time_next_run());
  for (int round = 0; round < 2; ++round) {
    for (int gift = 1; gift < 128; ++gift) EXPECT_FALSE(kind.time_next_gift()) << gift;
    EXPECT_TRUE(kind.time_next_gift());
    kind.learn_gift(round == 0 ? 100 : 9000);
  }
  EXPECT_FALSE(kind.time_next_gift()) << "also behind one that said nothing";
}

int given_away(TaskKind& kind) {
  int count = 0;
  while (kind.is_given_away()) ++count;
  return count;
}

TEST(Kind, of_which_some_bodies_take_far_longer_is_given_away_for_a_while_and_then_for_longer) {
  TaskKind kind = run_twice(10);
  EXPECT_FALSE(kind.is_given_away());
  kind.learn_long(49'999);
  EXPECT_FALSE(kind.is_given_away()) << "a wake-up takes that long";
  kind = run_twice(10);
  kind.learn_long(50'000);
  EXPECT_FALSE(kind.is_short());
  EXPECT_EQ(given_away(kind), 4096);
  kind.learn_run(10, false);
  EXPECT_TRUE(kind.is_short());
  kind.learn_long(50'000);
  EXPECT_EQ(given_away(kind), 8192);
}

TEST(Kind, what_takes_sixteen_times_as_long_as_usual_is_far_longer) {
  TaskKind below = run_twice(10'000);
  below.learn_long(159'999);
  EXPECT_FALSE(below.is_given_away());
  TaskKind kind = run_twice(10'000);
  kind.learn_long(160'000);
  EXPECT_TRUE(kind.is_given_away());
}

TEST(Kind, the_same_long_body_told_again_counts_once) {
  TaskKind kind = run_twice(10);
  for (int told = 0; told < 5; ++told) kind.learn_long(50'000);
  EXPECT_EQ(given_away(kind), 4096);
}

TEST(Kind, each_timed_run_stands_for_thirty_two_in_that_while) {
  TaskKind kind = run_twice(10);
  kind.learn_long(50'000);
  kind.learn_run(10, false);
  EXPECT_EQ(given_away(kind), 4096 - 32);
  kind.learn_run(10, false);
  EXPECT_EQ(given_away(kind), 0) << "never below none";
}

TEST(Kind, is_never_given_away_for_more_than_a_million) {
  TaskKind kind = run_twice(10);
  int most = 0;
  for (int round = 0; round < 12; ++round) {
    kind.learn_long(50'000);
    most = given_away(kind);
  }
  EXPECT_EQ(most, 1 << 20);
}

TEST(Kind, a_wait_in_vain_is_not_tried_again_for_twice_as_many_tasks_each_time) {
  TaskKind kind(body_at(16));
  const auto refused = [&kind] {
    int count = 0;
    while (!kind.may_catch_up()) ++count;
    return count;
  };
  EXPECT_EQ(refused(), 0);
  for (const int expected : {64, 128, 256}) {
    kind.not_caught_up();
    EXPECT_EQ(refused(), expected);
  }
  kind.caught_up();
  kind.not_caught_up();
  EXPECT_EQ(refused(), 64);
  for (int round = 0; round < 20; ++round) kind.not_caught_up();
  EXPECT_EQ(refused(), 1 << 14);
}

TEST(Kind, the_next_task_is_thought_to_have_as_many_accesses_as_the_last_two) {
  TaskKind kind(body_at(16));
  EXPECT_EQ(kind.usual_accesses(), 4u) << "what most depend clauses need";
  kind.learn_accesses(1);
  EXPECT_EQ(kind.usual_accesses(), 4u);
  kind.learn_accesses(2);
  EXPECT_EQ(kind.usual_accesses(), 2u);
  kind.learn_accesses(8);
  EXPECT_EQ(kind.usual_accesses(), 8u);
  kind.learn_accesses(9);
  kind.learn_accesses(9);
  EXPECT_EQ(kind.usual_accesses(), 0u) << "so many lie apart";
}

TEST(Kinds, a_body_that_takes_anothers_place_is_learnt_anew) {
  Kinds kinds;
  const graph::Body one = body_at(0x1000);
  TaskKind* const place = &kinds.of(one);
  for (int run = 0; run < 2; ++run) kinds.of(one).learn_run(10, false);
  EXPECT_TRUE(kinds.knows_short(one));
  std::uint64_t other = 0x1010;
  while (&kinds.of(body_at(other)) != place) other += 16;
  EXPECT_EQ(kinds.of(body_at(other)).body(), body_at(other));
  EXPECT_FALSE(kinds.knows_short(body_at(other)));
  EXPECT_FALSE(kinds.knows_short(one)) << "forgotten";
  kinds.learn(Sample::pack(one, 10));
  kinds.learn_long(Sample::pack(one, 90'000));
  kinds.learn_parent(one);
  EXPECT_EQ(kinds.of(body_at(other)).body(), body_at(other)) << "samples of others change nothing";
  EXPECT_FALSE(kinds.of(body_at(other)).is_parent());
  EXPECT_FALSE(kinds.of(body_at(other)).is_given_away());
}

TEST(Kinds, learn_what_other_workers_have_seen) {
  Kinds kinds;
  const graph::Body body = body_at(0x2000);
  kinds.of(body);
  for (int run = 0; run < 2; ++run) kinds.learn(Sample::pack(body, 40));
  EXPECT_TRUE(kinds.knows_short(body));
  kinds.learn_long(Sample::pack(body, 60'000));
  EXPECT_TRUE(kinds.of(body).is_given_away());
  kinds.learn(Sample::pack_parent(body));
  EXPECT_TRUE(kinds.of(body).is_parent());
  const graph::Body mother = body_at(0x3000);
  kinds.of(mother);
  kinds.learn_parent(mother);
  EXPECT_TRUE(kinds.of(mother).is_parent());
}

TEST(Preference, is_a_seat_or_the_place_of_data_in_one_word) {
  const Preference seat = Preference::seat(5);
  EXPECT_FALSE(seat.by_data());
  EXPECT_EQ(seat.number(), 5u);
  EXPECT_EQ(Preference::from(seat.word()).number(), 5u);
  int datum = 0;
  const Preference data = Preference::data(&datum);
  EXPECT_TRUE(data.by_data());
  EXPECT_EQ(data.number(), Preference::slot(&datum));
  EXPECT_TRUE(Preference::from(data.word()).by_data());
  EXPECT_LT(Preference::slot(&datum), 1u << Preference::k_bits);
}

TEST(Writers, know_who_wrote_last_and_nobody_before) {
  const auto writers = std::make_unique<runtime::Writers<platform::Threads>>();
  int data[2] = {};
  const std::uint32_t slot = Preference::slot(&data[0]);
  EXPECT_EQ(writers->last(slot), graph::k_no_seat);
  writers->note(&data[0], 0);
  EXPECT_EQ(writers->last(slot), 0u);
  writers->note(&data[0], 7);
  EXPECT_EQ(writers->last(slot), 7u);
  writers->note(&data[0], 7);
  EXPECT_EQ(writers->last(slot), 7u);
  EXPECT_EQ(writers->last(slot + (1u << Preference::k_bits)), 7u) << "whatever else the word says";
}

}  // namespace
