// The event count under the explorer; claim, programs and expected outcome: event_count_programs.hpp.
#include "event_count_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(EventCountModel, a_sleeper_is_woken) { expect_holds<SleepAndNotify<Check>>({.preemptions = 4}); }
TEST(EventCountModel, a_sleeper_is_woken_in_spite_of_spurious_failures) {
  expect_holds<SleepAndNotify<Check>>({.preemptions = 2, .spurious = 2});
}
TEST(EventCountModel, notify_all_lets_sleeper_and_spinner_go) { expect_holds<NotifyAll<Check>>(); }
TEST(EventCountModel, each_of_two_items_finds_a_worker) { expect_holds<TwoItemsTwoWorkers<Check>>(); }
TEST(EventCountModel, a_fast_waiter_takes_no_slow_waiters_wake_up) {
  expect_holds<TwoGenerations<Check>>({.preemptions = 1});
}
TEST(EventCountModel, a_cancelled_wait_steals_no_wake_up) { expect_holds<CancelBesideSleeper<Check>>(); }

}  // namespace
