// Regions and their tasks under the explorer; claims, programs and expected outcome: region_programs.hpp.
#include "region_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(RegionModel, the_join_sees_what_the_members_did) { expect_holds<PlainRegions<Check>>({.preemptions = 2}); }
TEST(RegionModel, the_join_waits_for_a_task_that_was_left_behind) {
  expect_holds<TaskLeftBehind<Check>>({.preemptions = 2});
}
TEST(RegionModel, a_worker_that_has_left_helps_and_goes_on) { expect_holds<HelpAndGoOn<Check>>({.preemptions = 1}); }
TEST(RegionModel, who_seeks_between_regions_is_not_counted_on_in_the_next) {
  expect_holds<SeekBetween<Check>>({.preemptions = 0});
}
TEST(RegionModel, a_barrier_waits_for_tasks) { expect_holds<TaskBeforeBarrier<Check>>({.preemptions = 1}); }
TEST(RegionModel, a_parent_waits_for_a_child_that_ends_elsewhere) {
  expect_holds<WaitForChild<Check>>({.preemptions = 2});
}

}  // namespace
