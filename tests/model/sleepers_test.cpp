// Sleepers under the explorer; claims, programs and expected outcome: {sleepers,seekers}_programs.hpp.
#include "run_check.hpp"
#include "seekers_programs.hpp"
#include "sleepers_programs.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(SleepersModel, a_sleeper_misses_no_work) { expect_holds<OneSleeper<Check>>({.preemptions = 4}); }
TEST(SleepersModel, a_sleeper_misses_no_work_of_two_wakers) { expect_holds<TwoWakers<Check>>(); }
TEST(SleepersModel, work_left_to_seekers_is_not_slept_through) { expect_holds<SeekersStop<Check>>({.preemptions = 2}); }
TEST(SleepersModel, who_seeks_outside_is_not_counted_on_in_the_next_region) {
  expect_holds<SeekerOutside<Check>>({.preemptions = 4});
}
TEST(SleepersModel, a_late_waker_does_no_harm_to_a_nap_in_another_team) { expect_holds<BedMoves<Check>>(); }
TEST(SleepersModel, a_sleeper_that_wakes_without_reason_lies_down_again) {
  expect_holds<OneSleeper<Check>>({.preemptions = 2, .spurious = 2});
}
TEST(SleepersModel, an_alarm_loses_no_wake_up) { expect_holds<AlarmRings<Check>>({.preemptions = 4}); }
TEST(SleepersModel, a_wake_up_carries_the_wakers_writes) { expect_holds<WakeCarriesWrites<Check>>({.preemptions = 3}); }

}  // namespace
