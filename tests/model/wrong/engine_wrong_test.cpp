// Every seeded bug of engine_wrong_programs.hpp must be found by the explorer, as the kind of failure it is.
#include "tests/model/wrong/engine_wrong_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

TEST(SeededEngine, a_policy_that_weakens_nothing_breaks_nothing) {
  expect_holds<Broken<Engine, Faithful, OwnerWaits>>();
  expect_holds<Broken<Engine, Faithful, BlocksComeHome>>();
  expect_holds<Broken<Engine, Faithful, TwoPredecessors>>();
  expect_holds<Broken<Engine, Faithful, OneSleeper>>();
}

TEST(WrongChildren, relaxed_reports) { expect_found<ChildrenRelaxed<Engine>>("data race"); }
TEST(WrongChildren, torn_mark_undoes_a_report) { expect_found<ChildrenTornMark<Engine>>("deadlock"); }
TEST(WrongChildren, torn_clearing_of_the_mark_undoes_a_report) {
  expect_found<ChildrenTornClear<Engine>>("exactly one is the last");
}
TEST(WrongChildren, no_second_look_before_waiting) { expect_found<ChildrenNoSecondLook<Engine>>("deadlock"); }
TEST(WrongChildren, close_by_a_mere_look) { expect_found<ChildrenCloseByLook<Engine>>(""); }

TEST(WrongSlab, relaxed_return) { expect_found<SlabRelaxed<Engine>>("data race"); }
TEST(WrongSlab, torn_refill_loses_blocks) { expect_found<SlabTornRefill<Engine>>("every block comes back"); }

TEST(WrongDependences, relaxed_counters) { expect_found<DependencesRelaxed<Engine>>("data race"); }
TEST(WrongDependences, torn_close_loses_an_edge) { expect_found<DependencesTornClose<Engine>>("ready exactly once"); }
TEST(WrongDependences, torn_close_loses_a_slot) { expect_found<SlotsTornClose<Engine>>("ready exactly once"); }
TEST(WrongDependences, relaxed_slots) { expect_found<SlotsRelaxed<Engine>>("data race"); }
TEST(WrongDependences, slots_read_before_the_task_is_closed) {
  expect_found<SlotsReadTooEarly<Engine>>("ready exactly once");
}
TEST(WrongDependences, torn_drop_frees_never_or_twice) { expect_found<DependencesTornDrop<Engine>>(""); }
TEST(WrongDependences, pending_count_without_bias) { expect_found<DependencesNoBias<Engine>>("ready exactly once"); }

TEST(WrongExclusion, taken_in_the_order_named) { expect_found<ExclusionNamedOrder<Engine>>("every task runs"); }

TEST(WrongSleepers, waker_without_fence) { expect_found<SleepersNoFenceInWaker<Engine>>("deadlock"); }
TEST(WrongSleepers, sleeper_without_fence) { expect_found<SleepersNoFenceInSleeper<Engine>>("deadlock"); }
TEST(WrongSleepers, nap_ended_but_nobody_woken) { expect_found<SleepersNoUnpark<Engine>>("deadlock"); }
TEST(WrongSleepers, relaxed_wake_up) { expect_found<SleepersRelaxed<Engine>>("data race"); }
TEST(WrongSleepers, no_second_look_before_sleeping) { expect_found<SleepersNoSecondLook<Engine>>("deadlock"); }
TEST(WrongSleepers, alarm_taken_for_a_wake_up) {
  expect_found<SleepersTrustAlarm<Engine>>("nobody gets up without a reason");
}
TEST(WrongSleepers, seekers_left_to_the_next_region) { expect_found<SeekersAreKept<Engine>>("deadlock"); }
TEST(WrongSleepers, seekers_forgotten_while_one_is_inside) { expect_found<SeekersForgottenEarly<Engine>>("deadlock"); }
TEST(WrongSleepers, last_seeker_that_does_not_look) { expect_found<SeekersStopBlindly<Engine>>("deadlock"); }
TEST(WrongSleepers, alarm_that_begins_another_nap) { expect_found<SleepersNapAnew<Engine>>("deadlock"); }

}  // namespace
