// Granularity alone: a clock that the test moves, a queue that the test invents, no worker and no task that runs.
#include "runtime/granularity.hpp"

#include <gtest/gtest.h>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;

struct TestClock : platform::Threads {
  static inline std::uint64_t time_ns = 1'000'000;
  static std::uint64_t rough_ns() noexcept { return time_ns; }
  static std::uint64_t now_ns() noexcept { return time_ns; }
};

void a_body(void*) {}
void another_body(void*) {}

class GranularityTest : public testing::Test {
 protected:
  static constexpr std::uint32_t k_threads = 4;
  static constexpr std::uint32_t k_enough = 256;

  GranularityTest() { creator_.body = another_body; }

  runtime::TaskKind& kind() { return granularity_.kinds.of(a_body); }

  /// Whether the next task with a_body runs at once, in a queue of so many. Counts it as made.
  bool runs(std::uint32_t backlog, bool dependent = false, std::uint32_t enough = k_enough) {
    const bool now =
        granularity_.runs_at_once(kind(), {creator_, k_threads, enough, dependent}, [&](std::uint32_t limit) {
          ++looks_;
          return backlog < limit ? backlog : limit;
        });
    granularity_.count();
    return now;
  }
  /// A burst as long as other runtimes would queue it, the last of them asked about.
  bool runs_in_a_burst(bool dependent = false) {
    bool last = false;
    for (std::uint32_t i = 0; i < 3 * k_enough; ++i) last = runs(0, dependent);
    return last;
  }
  void learn(std::uint64_t ns, bool parent = false) {
    for (int i = 0; i < 8; ++i) kind().learn_run(ns, parent);
  }

  runtime::Granularity<TestClock> granularity_;
  graph::Task<TestClock> creator_{};
  int looks_ = 0;
};

TEST_F(GranularityTest, what_is_not_known_is_given_away) { EXPECT_FALSE(runs_in_a_burst()); }

TEST_F(GranularityTest, a_full_queue_is_enough_for_others) {
  EXPECT_FALSE(runs(k_enough - 1));
  EXPECT_TRUE(runs(k_enough));
}

TEST_F(GranularityTest, a_full_queue_says_nothing_of_tasks_with_accesses) {
  EXPECT_FALSE(runs(k_enough, true));
  EXPECT_EQ(looks_, 0);
}

TEST_F(GranularityTest, short_tasks_run_at_once_from_that_one_on_that_others_would_not_queue) {
  learn(10);
  for (std::uint32_t i = 0; i <= k_enough; ++i) EXPECT_FALSE(runs(0)) << i;
  EXPECT_TRUE(runs(0));
  EXPECT_TRUE(runs(0, true));
}

TEST_F(GranularityTest, long_tasks_are_given_away) {
  learn(1'000'000);
  EXPECT_FALSE(runs_in_a_burst());
}

TEST_F(GranularityTest, a_pause_ends_a_burst) {
  learn(10);
  ASSERT_TRUE(runs_in_a_burst());
  TestClock::time_ns += 60'000;
  EXPECT_FALSE(runs(0));
  ASSERT_TRUE(runs_in_a_burst());
  granularity_.pause();  // the worker has waited
  EXPECT_FALSE(runs(0));
}

TEST_F(GranularityTest, a_short_break_does_not_end_a_burst) {
  learn(10);
  ASSERT_TRUE(runs_in_a_burst());
  const runtime::Granularity<TestClock>::Break rest(granularity_);
  TestClock::time_ns += 400'000;
  granularity_.pause();
  rest.over(granularity_);
  EXPECT_TRUE(runs(0));
}

TEST_F(GranularityTest, one_that_may_be_far_longer_than_most_is_given_away_from_a_full_queue) {
  learn(1'000);
  kind().learn_long(10'000'000);
  EXPECT_FALSE(runs(k_enough));
}

TEST_F(GranularityTest, a_tree_feeds_two_thieves_worth_and_then_grows_at_once) {
  learn(1'000, true);
  creator_.body = a_body;
  EXPECT_FALSE(runs(2 * k_threads)) << "the first ones are queued, as other runtimes would";
  bool grows = false;
  for (std::uint32_t i = 0; i < 2 * k_enough; ++i) grows = runs(2 * k_threads);
  EXPECT_TRUE(grows);
  EXPECT_FALSE(runs(2 * k_threads - 1)) << "thieves have not enough";
}

TEST_F(GranularityTest, a_short_task_that_makes_another_is_short_no_more) {
  learn(10);
  creator_.body = a_body;
  creator_.flags = graph::k_included;
  EXPECT_FALSE(runs_in_a_burst());
  EXPECT_TRUE(kind().is_parent());
}

TEST_F(GranularityTest, switched_off_it_gives_all_away_and_looks_at_nothing) {
  learn(10);
  constexpr std::uint32_t k_off = runtime::Granularity<TestClock>::k_off;
  for (int i = 0; i < 10'000; ++i) ASSERT_FALSE(runs(UINT32_MAX, false, k_off));
  EXPECT_FALSE(
      granularity_.urgent_runs_at_once({creator_, k_threads, k_off}, [](std::uint32_t limit) { return limit; }));
  EXPECT_EQ(looks_, 0);
}

TEST_F(GranularityTest, urgent_ones_run_at_once_only_where_the_queue_is_full) {
  const auto queue_of = [](std::uint32_t length) {
    return [length](std::uint32_t limit) { return length < limit ? length : limit; };
  };
  learn(10);
  EXPECT_FALSE(granularity_.urgent_runs_at_once({creator_, k_threads, k_enough}, queue_of(k_enough - 1)));
  EXPECT_TRUE(granularity_.urgent_runs_at_once({creator_, k_threads, k_enough}, queue_of(k_enough)));
}

}  // namespace
