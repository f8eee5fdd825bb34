// How much of a time a thread had no core for though it wanted one: by counts that the test sets, and by a real thread.
#include "runtime/lost_time.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;

constexpr std::uint64_t k_us = 1000;

struct SetCounts : platform::Threads {
  static inline std::uint64_t now = 0;
  static inline platform::CoreUse use;
  static std::uint64_t now_ns() noexcept { return now; }
  static std::uint64_t rough_ns() noexcept { return now + now / 2; }  // as fast a counter as may be
  static platform::CoreUse core_use() noexcept { return use; }
};

class LostTimeOf : public testing::Test {
 protected:
  LostTimeOf() {
    SetCounts::now = 1'000'000'000;
    SetCounts::use = {.ran_ns = 5'000'000, .blocked = 7, .ousted = 9};
    lost_time_.look();
  }
  static void run(std::uint64_t ns) {
    SetCounts::now += ns;
    SetCounts::use.ran_ns += ns;
  }
  static void wait(std::uint64_t ns) {
    SetCounts::now += ns;
    ++SetCounts::use.ousted;
  }

  runtime::LostTime<SetCounts> lost_time_;
};

TEST_F(LostTimeOf, time_without_a_core_is_taken_off) {
  run(5'000 * k_us);
  wait(3'000 * k_us);
  run(20 * k_us);
  EXPECT_EQ(lost_time_.without(3'020 * k_us), 20 * k_us);
}

TEST_F(LostTimeOf, the_same_by_a_clock_of_another_speed) {
  run(5'000 * k_us);
  const std::uint64_t began = SetCounts::rough_ns();
  wait(3'000 * k_us);
  run(20 * k_us);
  EXPECT_NEAR(lost_time_.without_roughly(SetCounts::rough_ns() - began), 20 * k_us, k_us);
}

TEST_F(LostTimeOf, time_with_a_core_stays) {
  run(5'000 * k_us);
  EXPECT_EQ(lost_time_.without(300 * k_us), 300 * k_us);
  EXPECT_EQ(lost_time_.without_roughly(450 * k_us), 450 * k_us);
}

TEST_F(LostTimeOf, who_has_slept_was_not_ousted) {
  wait(3'000 * k_us);
  ++SetCounts::use.blocked;
  EXPECT_EQ(lost_time_.without(3'000 * k_us), 3'000 * k_us);
}

TEST_F(LostTimeOf, what_was_lost_before_the_last_look_is_not_taken_off) {
  wait(3'000 * k_us);
  EXPECT_EQ(lost_time_.without(3'000 * k_us), 0u);
  run(200 * k_us);
  EXPECT_EQ(lost_time_.without(200 * k_us), 200 * k_us);
}

TEST_F(LostTimeOf, of_who_was_ousted_often_nothing_is_said) {
  for (int i = 0; i < 3; ++i) wait(1'000 * k_us);
  EXPECT_EQ(lost_time_.without(1'000 * k_us), 1'000 * k_us) << "which of the three it was is not known";
}

TEST_F(LostTimeOf, where_the_system_tells_nothing_all_time_stays) {
  SetCounts::use = {};
  SetCounts::now += 3'000 * k_us;
  EXPECT_EQ(lost_time_.without(3'000 * k_us), 3'000 * k_us);
}

TEST(LostTimeThread, sleep_and_work_are_its_own) {
  using platform::Threads;
  runtime::LostTime<Threads> lost_time;
  lost_time.look();
  const std::uint64_t began = Threads::now_ns();
  usleep(20'000);
  const std::uint64_t slept = Threads::now_ns() - began;
  EXPECT_EQ(lost_time.without(slept), slept);
  const platform::CoreUse before = Threads::core_use();
  const std::uint64_t began_work = Threads::now_ns();
  while (Threads::core_use().ran_ns - before.ran_ns < 5'000'000) {
  }
  EXPECT_GE(lost_time.without(Threads::now_ns() - began_work), 4'900'000u) << "whoever else had the core meanwhile";
}

}  // namespace
