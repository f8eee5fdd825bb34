// The tuner finds the faster of two ways, and does not try for ever.
#include "dependence/adaptive/tuner.hpp"

#include <gtest/gtest.h>

namespace {

using heddle::dependence::Linking;
using heddle::dependence::Tuner;

/// A producer that needs so long for an epoch, depending on who links. @returns epochs in which others linked.
struct Producer {
  Tuner tuner;
  std::uint64_t now_ns = 1;
  std::uint64_t link_ns = 200;  // of one task: half of the shortest epoch

  int run(int epochs, std::uint64_t own_ns, std::uint64_t others_ns, bool hungry) {
    int by_others = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
      const bool others = tuner.linking() == Linking::by_others;
      by_others += others ? 1 : 0;
      for (std::uint32_t i = 1; i < Tuner::k_epoch; ++i) EXPECT_FALSE(tuner.count());
      EXPECT_TRUE(tuner.count());
      now_ns += others ? others_ns : own_ns;
      tuner.end_epoch(now_ns, hungry);
      if (!others) tuner.learn_link(link_ns);
    }
    return by_others;
  }
};

TEST(Tuner, a_producer_that_starves_nobody_links_for_itself) {
  Producer producer;
  EXPECT_EQ(producer.run(1000, 100'000, 10'000, false), 0);
}
TEST(Tuner, handing_over_stays_when_it_is_faster) {
  Producer producer;
  EXPECT_GT(producer.run(1000, 100'000, 60'000, true), 700);
}
TEST(Tuner, handing_over_is_tried_ever_more_seldom_when_it_is_slower) {
  Producer producer;
  const int first = producer.run(1000, 60'000, 100'000, true);
  EXPECT_GT(first, 2);
  EXPECT_LT(first, 12);
  EXPECT_LT(producer.run(1000, 60'000, 100'000, true), 6);
}
TEST(Tuner, a_difference_within_the_noise_changes_nothing) {
  Producer producer;
  EXPECT_LT(producer.run(1000, 100'000, 98'000, true), 12);
}
TEST(Tuner, it_comes_back_when_the_program_changes) {
  Producer producer;
  EXPECT_GT(producer.run(500, 100'000, 60'000, true), 300);
  EXPECT_LT(producer.run(500, 60'000, 100'000, true), 50);
  EXPECT_EQ(producer.run(500, 60'000, 100'000, false), 0);
}

TEST(Tuner, a_producer_whose_time_goes_elsewhere_links_for_itself) {
  Producer producer;
  producer.link_ns = 20;
  EXPECT_EQ(producer.run(1000, 100'000, 10'000, true), 0);
}
TEST(Tuner, a_link_that_was_interrupted_proves_nothing) {
  Producer producer;
  producer.link_ns = 20;
  EXPECT_EQ(producer.run(10, 100'000, 10'000, true), 0);
  producer.tuner.learn_link(1'000'000);
  EXPECT_EQ(producer.run(1000, 100'000, 10'000, true), 0);
}

// -- epoch by epoch

/// A tuner whose first epoch has begun; a link takes 1,000 ns, which matters in epochs of up to 2,048,000 ns.
class Epochs : public testing::Test {
 protected:
  Epochs() { tuner_.end_epoch(now_ns_, true); }

  void learn(std::uint64_t ns) { tuner_.learn_link(ns); }
  void epoch(std::uint64_t ns, bool hungry = true) {
    now_ns_ += ns;
    tuner_.end_epoch(now_ns_, hungry);
  }
  bool by_others() const { return tuner_.linking() == Linking::by_others; }
  /// Hungry epochs of this length until the way changes.
  int until_change(std::uint64_t ns) {
    const bool before = by_others();
    for (int count = 1; count < 1000; ++count) {
      epoch(ns);
      if (by_others() != before) return count;
    }
    return 1000;
  }

  std::uint64_t now_ns_ = 5;
  Tuner tuner_;
};

TEST_F(Epochs, a_trial_begins_behind_the_fourth_hungry_epoch) {
  learn(1000);
  EXPECT_EQ(until_change(100'000), 4);
}

TEST_F(Epochs, epochs_in_which_nobody_was_hungry_do_not_count) {
  learn(1000);
  for (int i = 0; i < 3; ++i) epoch(100'000);
  for (int i = 0; i < 10; ++i) epoch(100'000, false);
  EXPECT_FALSE(by_others());
  epoch(100'000);
  EXPECT_TRUE(by_others());
}

TEST_F(Epochs, a_trial_that_gains_more_than_five_per_cent_is_kept) {
  learn(1000);
  ASSERT_EQ(until_change(105'000), 4);
  epoch(99'999);
  EXPECT_TRUE(by_others());
}

TEST_F(Epochs, a_trial_that_gains_five_per_cent_is_not) {
  learn(1000);
  ASSERT_EQ(until_change(105'000), 4);
  epoch(100'000);
  EXPECT_FALSE(by_others());
}

TEST_F(Epochs, trials_in_vain_come_half_as_often_each_time_down_to_one_in_two_hundred_and_fifty_six) {
  learn(1000);
  for (const int expected : {4, 8, 16, 32, 64, 128, 256, 256, 256}) {
    EXPECT_EQ(until_change(100'000), expected);
    epoch(100'000);  // the trial
    EXPECT_FALSE(by_others());
  }
}

TEST_F(Epochs, a_trial_that_succeeds_makes_them_frequent_again) {
  learn(1000);
  for (const int expected : {4, 8}) {
    EXPECT_EQ(until_change(100'000), expected);
    epoch(100'000);
  }
  EXPECT_EQ(until_change(100'000), 16);
  epoch(50'000);
  EXPECT_TRUE(by_others());
  EXPECT_EQ(until_change(50'000), 4) << "the other way is tried";
  epoch(100'000);
  EXPECT_TRUE(by_others()) << "and is slower";
  EXPECT_EQ(until_change(50'000), 8);
}

TEST_F(Epochs, where_nobody_is_hungry_any_more_the_producer_links_again) {
  learn(1000);
  until_change(100'000);
  epoch(50'000);
  ASSERT_TRUE(by_others());
  epoch(50'000, false);
  EXPECT_FALSE(by_others());
}

/// Whether linking matters in epochs of this length.
bool matters(Tuner tuner, std::uint64_t epoch_ns) {
  std::uint64_t now_ns = 7;
  tuner.end_epoch(now_ns, true);
  for (int epoch = 0; epoch < 4; ++epoch) tuner.end_epoch(now_ns += epoch_ns, true);
  return tuner.linking() == Linking::by_others;
}

TEST(Tuner, linking_matters_when_it_takes_an_eighth_of_the_producers_time) {
  Tuner tuner;
  EXPECT_FALSE(matters(tuner, 1)) << "nothing is known";
  tuner.learn_link(100);
  EXPECT_TRUE(matters(tuner, 100 * 256 * 8));
  EXPECT_FALSE(matters(tuner, 100 * 256 * 8 + 1));
}

TEST(Tuner, a_slower_link_counts_by_a_quarter_and_a_faster_one_at_once) {
  Tuner tuner;
  tuner.learn_link(100);
  tuner.learn_link(200);
  EXPECT_TRUE(matters(tuner, 125 * 2048));
  EXPECT_FALSE(matters(tuner, 125 * 2048 + 1));
  tuner.learn_link(50);
  EXPECT_TRUE(matters(tuner, 50 * 2048));
  EXPECT_FALSE(matters(tuner, 50 * 2048 + 1));
}

TEST(Tuner, a_link_of_more_than_five_microseconds_was_interrupted) {
  Tuner tuner;
  tuner.learn_link(5001);
  EXPECT_FALSE(matters(tuner, 1));
  tuner.learn_link(5000);
  EXPECT_TRUE(matters(tuner, 5000 * 1024));
}

}  // namespace
