// Managers with idle jobs in the whole engine, under the explorer; claims and programs: managed_region_programs.hpp.
#include "linked_inside_programs.hpp"
#include "managed_region_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(ManagedRegionModel, a_message_calls_whoever_sleeps) { expect_holds<OneMessage<Check>>({.preemptions = 2}); }
TEST(ManagedRegionModel, a_chain_of_messages_is_run_in_order_and_none_is_left) {
  expect_holds<TwoMessages<Check>>({.preemptions = 1});
}
TEST(ManagedRegionModel, a_strand_calls_whoever_sleeps) { expect_holds<OneOnAStrand<Check>>({.preemptions = 2}); }
TEST(ManagedRegionModel, what_is_linked_inside_a_task_buries_nothing) {
  expect_holds<LinkedInsideATask<Check>>({.preemptions = 0});
}
TEST(ManagedRegionModel, who_waits_finds_its_own_below_a_strangers) {
  expect_holds<HiddenBelowAStranger<Check>>({.preemptions = 0});
}
TEST(ManagedRegionModel, a_chain_on_a_strand_is_run_in_order_and_nothing_is_left) {
  expect_holds<TwoOnAStrand<Check>>({.preemptions = 2});
}

}  // namespace
