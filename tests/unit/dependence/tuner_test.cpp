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

}  // namespace
