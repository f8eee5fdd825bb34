// The replay of plans under the explorer; claims, programs and expected outcome: plan_programs.hpp.
#include "plan_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

// More are minutes.
constexpr int k_quick_preemptions = 0;

TEST(PlanModel, a_switch_and_a_sleeper_do_not_miss_each_other) { expect_holds<SwitchAndSleeper<Check>>(); }
TEST(PlanModel, a_task_waits_for_another_workers) { expect_holds<PingPongOnce<Check>>({.preemptions = 2}); }
TEST(PlanModel, a_task_waits_for_the_lap_before) { expect_holds<PingPongTwice<Check>>({.preemptions = 1}); }
TEST(PlanModel, a_task_that_waits_is_passed) { expect_holds<PastAnotherOnce<Check>>({.preemptions = 1}); }
TEST(PlanModel, laps_overlap) { expect_holds<PastAnotherTwice<Check>>({.preemptions = 1}); }

TEST(PlanModel, a_task_that_another_takes_over_runs_once) { expect_holds<OneIsLateOnce<Check>>({.preemptions = 1}); }
TEST(PlanModel, tasks_are_taken_over_lap_after_lap) {
  expect_holds<OneIsLateTwice<Check>>({.preemptions = k_quick_preemptions});
}

}  // namespace
