// Dependences under the explorer; claims, programs and expected outcome: dependences_programs.hpp.
#include "dependences_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(DependencesModel, a_successor_of_two_becomes_ready_once) {
  expect_holds<TwoPredecessors<Check>>({.preemptions = 4});
}
TEST(DependencesModel, a_successor_becomes_ready_once_in_spite_of_spurious_failures) {
  expect_holds<TwoPredecessors<Check>>({.preemptions = 2, .spurious = 2});
}
TEST(DependencesModel, successors_in_a_slot_and_in_the_list_become_ready_once) {
  expect_holds<SlotAndList<Check>>({.preemptions = 4});
  expect_holds<SlotAndList<Check>>({.preemptions = 2, .spurious = 2});
}
TEST(DependencesModel, a_block_is_freed_once_by_domain_or_retirement) {
  expect_holds<DropAgainstRetire<Check>>({.preemptions = 5});
}

}  // namespace
