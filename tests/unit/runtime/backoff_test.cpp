// How a worker that waits spends its time, on a platform that only counts.
#include "runtime/backoff.hpp"

#include <gtest/gtest.h>

namespace {

using heddle::runtime::Backoff;
using heddle::runtime::Courtesy;

struct Counting {
  static inline std::uint64_t clock_ns = 0;
  static inline std::uint64_t yield_ns = 500;
  static inline int paused = 0;
  static inline int yields = 0;
  static inline int moves = 0;

  static void pause() noexcept {
    ++paused;
    clock_ns += 35;
  }
  template <class Done>
  static bool pauses(std::uint32_t count, Done done) noexcept {
    for (std::uint32_t round = 0; round < count; ++round) {
      pause();
      if (done()) return true;
    }
    return false;
  }
  static void yield() noexcept {
    ++yields;
    clock_ns += yield_ns;
  }
  static bool change_core() noexcept {
    ++moves;
    return true;
  }
  static std::uint64_t now_ns() noexcept { return clock_ns; }
};

class WaitingALittle : public testing::Test {
 protected:
  void SetUp() override {
    Counting::clock_ns += 100'000'000'000;  // nothing that was before counts
    Counting::yield_ns = 500;
    Counting::yields = 0;
    Counting::moves = 0;
  }
  /// Waits until something was awaited for long enough to give the core away once. @returns the pauses that it took
  int pauses_before_a_yield() {
    Backoff<Counting> backoff(1'000'000, false, &courtesy);
    Counting::paused = 0;
    const int before = Counting::yields;
    while (Counting::yields == before)
      backoff.wait_a_little([this, before] { return Counting::yields > before && comes; });
    return Counting::paused;
  }

  Courtesy courtesy;
  bool comes = false;  // by a yield
};

TEST_F(WaitingALittle, the_core_is_given_away_late_unless_that_has_paid) {
  EXPECT_GT(pauses_before_a_yield(), 1'000);
  comes = true;
  Counting::yield_ns = 10'000;
  EXPECT_GT(pauses_before_a_yield(), 1'000);
  EXPECT_LT(pauses_before_a_yield(), 100);
}

TEST_F(WaitingALittle, yields_that_nobody_takes_are_given_up_again) {
  courtesy.judge(10'000, true);
  for (int i = 0; i < 32; ++i) {
    EXPECT_TRUE(courtesy.pays());
    courtesy.judge(500, true);  // it came by itself
  }
  EXPECT_FALSE(courtesy.pays());
}

TEST_F(WaitingALittle, who_shares_its_core_knows_it_by_its_yields) {
  EXPECT_TRUE(courtesy.is_alone());
  courtesy.judge(3'000'000, false);
  EXPECT_FALSE(courtesy.is_alone());
  courtesy.judge(500, false);
  EXPECT_TRUE(courtesy.is_alone());
  courtesy.judge(10'000, true);
  EXPECT_FALSE(courtesy.is_alone());
}

TEST_F(WaitingALittle, who_lets_the_awaited_thread_run_time_after_time_goes_to_another_core) {
  for (int i = 0; i < 5; ++i) pauses_before_a_yield();
  EXPECT_EQ(Counting::moves, 0) << "nobody took the yields";
  comes = true;
  Counting::yield_ns = 10'000;
  pauses_before_a_yield();
  pauses_before_a_yield();
  EXPECT_EQ(Counting::moves, 0) << "that may come after any sleep";
  pauses_before_a_yield();
  EXPECT_EQ(Counting::moves, 1);
}

TEST_F(WaitingALittle, yields_a_second_apart_move_nobody) {
  comes = true;
  Counting::yield_ns = 10'000;
  for (int i = 0; i < 20; ++i) {
    pauses_before_a_yield();
    Counting::clock_ns += 1'000'000'000;
  }
  EXPECT_EQ(Counting::moves, 0);
}

TEST_F(WaitingALittle, cores_are_changed_ever_more_seldom_where_that_does_not_help) {
  comes = true;
  Counting::yield_ns = 10'000;
  const std::uint64_t began = Counting::clock_ns;
  while (Counting::clock_ns - began < 100'000'000) pauses_before_a_yield();
  EXPECT_GE(Counting::moves, 5);
  EXPECT_LE(Counting::moves, 12);
}

TEST_F(WaitingALittle, a_yield_to_another_program_is_not_repeated) {
  courtesy.judge(10'000, true);
  courtesy.judge(3'000'000, true);  // it came while the other program computed
  EXPECT_FALSE(courtesy.pays());
}

TEST_F(WaitingALittle, patience_ends_when_its_time_is_over) {
  Backoff<Counting> backoff(100'000, false, &courtesy);
  const std::uint64_t began = Counting::clock_ns;
  while (backoff.wait_a_little([] { return false; })) {
  }
  EXPECT_GE(Counting::clock_ns - began, 100'000u);
  EXPECT_LT(Counting::clock_ns - began, 140'000u);
}

}  // namespace
