// What a creator learns of its tasks' bodies, and when it stops giving them away.
#include "runtime/kinds.hpp"

#include <gtest/gtest.h>

namespace {

using heddle::runtime::Kinds;
using heddle::runtime::Sample;
using heddle::runtime::TaskKind;

void brief(void*) {}
void other(void*) {}

TEST(Sample, says_whose_it_is_and_how_long_it_took) {
  const std::uint64_t sample = Sample::pack(brief, 1000);
  EXPECT_TRUE(Sample::is_of(sample, brief));
  EXPECT_FALSE(Sample::is_of(sample, other));
  EXPECT_EQ(Sample::ns(sample), 1000u);
  EXPECT_FALSE(Sample::is_parent(sample));
  EXPECT_TRUE(Sample::is_of(Sample::pack_parent(brief), brief));
  EXPECT_TRUE(Sample::is_parent(Sample::pack_parent(brief)));
}
TEST(Sample, however_long_a_body_ran_it_is_not_taken_for_one_that_makes_tasks) {
  const std::uint64_t sample = Sample::pack(brief, UINT64_MAX);
  EXPECT_FALSE(Sample::is_parent(sample));
  EXPECT_GT(Sample::ns(sample), 100'000u);
}

TEST(Kind, nothing_is_short_before_it_was_seen_to_be) { EXPECT_FALSE(TaskKind(brief).is_short()); }
TEST(Kind, what_runs_in_less_time_than_a_gift_takes_is_short) {
  TaskKind kind(brief);
  for (int i = 0; i < 8; ++i) kind.learn_run(20, false);
  EXPECT_TRUE(kind.is_short());
}
TEST(Kind, dear_gifts_alone_make_nothing_short) {
  TaskKind kind(brief);
  for (int i = 0; i < 20; ++i) kind.learn_gift(4000);
  EXPECT_FALSE(kind.is_short());
}
TEST(Kind, one_long_run_ends_it) {
  TaskKind kind(brief);
  for (int i = 0; i < 8; ++i) kind.learn_run(20, false);
  kind.learn_run(50'000, false);
  EXPECT_FALSE(kind.is_short());
}
TEST(Kind, of_a_kind_of_which_some_take_far_longer_many_are_given_away) {
  TaskKind kind(brief);
  for (int i = 0; i < 8; ++i) kind.learn_run(20, false);
  EXPECT_FALSE(kind.is_given_away());
  kind.learn_run(1'000'000, false);
  for (int i = 0; i < 1000; ++i) EXPECT_TRUE(kind.is_given_away());
  for (int i = 0; i < 1000; ++i) kind.learn_run(20, false);
  EXPECT_FALSE(kind.is_given_away()) << "that is not remembered for ever";
  EXPECT_TRUE(kind.is_short());
}
TEST(Kind, where_all_take_long_none_stands_out) {
  TaskKind kind(brief);
  for (int i = 0; i < 100; ++i) kind.learn_run(1'000'000 + i, false);
  EXPECT_FALSE(kind.is_given_away());
}
TEST(Kind, a_body_that_makes_tasks_is_never_short) {
  TaskKind kind(brief);
  kind.learn_run(20, true);
  for (int i = 0; i < 100; ++i) kind.learn_run(20, false);
  EXPECT_FALSE(kind.is_short());
}
TEST(Kind, dear_gifts_make_longer_tasks_short) {
  TaskKind kind(brief);
  for (int i = 0; i < 20; ++i) kind.learn_run(250, false);
  EXPECT_FALSE(kind.is_short());
  for (int i = 0; i < 20; ++i) kind.learn_gift(400);
  EXPECT_TRUE(kind.is_short());
}
TEST(Kind, a_gift_in_which_the_creator_was_interrupted_counts_for_nothing) {
  TaskKind kind(brief);
  for (int i = 0; i < 20; ++i) kind.learn_run(250, false);
  for (int i = 0; i < 20; ++i) kind.learn_gift(1'000'000);
  EXPECT_FALSE(kind.is_short());
}
TEST(Kind, the_next_task_is_thought_to_have_as_many_accesses_as_the_last_two) {
  TaskKind kind(brief);
  EXPECT_EQ(kind.usual_accesses(), 4u) << "nothing is known";
  kind.learn_accesses(1);
  EXPECT_EQ(kind.usual_accesses(), 4u);
  kind.learn_accesses(0);
  EXPECT_EQ(kind.usual_accesses(), 1u);
  kind.learn_accesses(8);
  kind.learn_accesses(100);
  EXPECT_EQ(kind.usual_accesses(), 8u);
  kind.learn_accesses(100);
  EXPECT_EQ(kind.usual_accesses(), 0u) << "they lie apart";
}

TEST(Kind, waits_in_vain_come_ever_more_seldom) {
  TaskKind kind(brief);
  int waits = 0;
  for (int i = 0; i < 100'000; ++i) {
    if (!kind.may_catch_up()) continue;
    ++waits;
    kind.not_caught_up();
  }
  EXPECT_GT(waits, 5);
  EXPECT_LT(waits, 60);
}

TEST(Kinds, bodies_are_told_apart_and_samples_go_where_they_belong) {
  Kinds kinds;
  kinds.of(other);
  for (int i = 0; i < 8; ++i) {
    kinds.of(brief);
    kinds.learn(Sample::pack(brief, 20));
  }
  EXPECT_TRUE(kinds.of(brief).is_short());
  EXPECT_FALSE(kinds.of(other).is_short());
}
TEST(Kinds, no_body_is_forgotten_for_one_that_makes_tasks) {
  Kinds kinds;
  TaskKind& held = kinds.of(brief);
  for (int i = 0; i < 8; ++i) held.learn_run(20, false);
  // More than there are places, so that some share brief's.
  for (std::uintptr_t i = 1; i <= 4096; ++i) kinds.learn_parent(reinterpret_cast<heddle::graph::Body>(16 * i));
  EXPECT_EQ(held.body(), brief);
  EXPECT_TRUE(held.is_short());
  kinds.learn_parent(brief);
  EXPECT_FALSE(held.is_short());
}
TEST(Kinds, samples_of_bodies_that_the_worker_does_not_make_are_ignored) {
  Kinds kinds;
  for (int i = 0; i < 8; ++i) kinds.learn(Sample::pack(brief, 20));
  EXPECT_FALSE(kinds.of(brief).is_short());
}

}  // namespace
