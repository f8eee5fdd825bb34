// Seeded bugs of what producers wait for, and of what managers leave to idle workers, each to be found in the whole
// engine as the failure it is.
#include "tests/model/linked_inside_programs.hpp"
#include "tests/model/managed_region_programs.hpp"
#include "tests/model/window_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

template <class Rule, template <class> class Program>
void expect_in_engine(const std::string& failure) {
  expect_found<Broken<Engine, Rule, Program>>(failure);
}

/// A producer whose patience never ends.
template <template <class> class Program>
struct WithoutClock : Program<Engine> {
  WithoutClock() { Program<Engine>::Base::P::step_ns = 0; }
};

TEST(WrongWindow, a_producer_without_a_clock_waits_for_ever_for_what_waits_for_it) {
  expect_found<WithoutClock<HeldBackByAGate>>("the run does not end");
  expect_found<WithoutClock<CatchingUpWithAGate>>("the run does not end");
}

TEST(WrongManagedRegion, a_task_of_an_outer_parent_lies_on_the_own_queue) {
  expect_found<LinkedInside<Engine, OnTheOwnQueue, StealUncoveringNothing>>("deadlock");
}
TEST(WrongManagedRegion, a_strand_publishes_nothing) { expect_in_engine<RelaxedExchanges, TwoOnAStrand>(""); }
TEST(WrongManagedRegion, who_leaves_a_message_looks_at_the_sleepers_too_early) {
  expect_in_engine<NoOwnerFence, TwoMessages>("deadlock");
}
TEST(WrongManagedRegion, who_hands_over_looks_at_the_sleepers_too_early) {
  expect_in_engine<NoOwnerFence, TwoOnAStrand>("deadlock");
}
TEST(WrongManagedRegion, who_lies_down_looks_for_messages_too_early) {
  expect_in_engine<NoThiefFence, TwoMessages>("deadlock");
}
TEST(WrongManagedRegion, who_lies_down_looks_for_strands_too_early) {
  expect_in_engine<NoThiefFence, TwoOnAStrand>("deadlock");
}

}  // namespace
