// Exclusions under the explorer; claim, programs and expected outcome: exclusion_programs.hpp.
#include "exclusion_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(ExclusionModel, three_tasks_of_a_set_run_one_at_a_time) {
  expect_holds<ThreeTasksOneSet<Check>>({.preemptions = 1});
}
TEST(ExclusionModel, two_tasks_of_two_sets_do_not_wait_for_each_other_in_a_circle) {
  expect_holds<TwoTasksTwoSets<Check>>();
}

}  // namespace
