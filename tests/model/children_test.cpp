// Children under the explorer; claim, programs and expected outcome: children_programs.hpp.
#include "children_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(ChildrenModel, exactly_one_is_the_last_of_owner_and_two_children) {
  expect_holds<OwnerEndsFirst<Check>>({.preemptions = 4});
}
TEST(ChildrenModel, a_waiting_owner_sleeps_through_no_report) { expect_holds<OwnerWaits<Check>>({.preemptions = 3}); }
TEST(ChildrenModel, one_that_another_makes_for_its_owner_counts_like_the_owners_own) {
  expect_holds<OwnerIsGivenAnother<Check>>({.preemptions = 4});
}
TEST(ChildrenModel, folding_the_halves_loses_no_report) { expect_holds<OwnerFolds<Check>>({.preemptions = 4}); }

}  // namespace
