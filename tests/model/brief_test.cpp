// Brief loops under the explorer; claims and programs: brief_programs.hpp.
#include "brief_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(BriefLoopModel, two_members_run_each_unit_of_a_loop_once) {
  expect_holds<BriefLoops<Check, 2, 4>>({.preemptions = 3});
  expect_holds<BriefLoops<Check, 2, 1>>({.preemptions = 4});
}
TEST(BriefLoopModel, three_members_run_each_unit_of_a_loop_once) {
  expect_holds<BriefLoops<Check, 3, 3>>({.preemptions = 2});
  expect_holds<BriefLoops<Check, 3, 2>>({.preemptions = 1});
}
TEST(BriefLoopModel, members_may_be_loops_apart) {
  expect_holds<BriefLoops<Check, 2, 3, 2>>({.preemptions = 2});
  expect_holds<BriefLoops<Check, 2, 2, 1, 2>>({.preemptions = 1});
  expect_holds<BriefLoops<Check, 3, 2, 2>>({.preemptions = 1});
}
TEST(BriefLoopModel, a_stopped_loop_runs_nothing_twice) {
  expect_holds<StoppedBriefLoop<Check, 2, 3, 2>>({.preemptions = 2});
  expect_holds<StoppedBriefLoop<Check, 3, 2, 1>>({.preemptions = 1});
}

}  // namespace
