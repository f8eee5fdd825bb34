// The deque under the explorer; claim, programs and expected outcome: deque_programs.hpp.
#include "deque_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(DequeModel, an_item_goes_to_owner_or_thief_never_both) {
  expect_holds<OwnerAgainstThieves<Check, 1>>({.preemptions = 4});
}
TEST(DequeModel, an_item_goes_to_one_of_owner_and_two_thieves) { expect_holds<OwnerAgainstThieves<Check, 2>>(); }
TEST(DequeModel, a_pop_on_a_plainly_empty_deque_overlooks_nothing) {
  expect_holds<OneByOne<Check>>({.preemptions = 3});
}
TEST(DequeModel, a_growing_ring_loses_nothing_to_a_slow_thief) { expect_holds<Growth<Check>>(); }
TEST(DequeModel, steal_if_takes_only_what_was_allowed) { expect_holds<StealIf<Check>>(); }

}  // namespace
