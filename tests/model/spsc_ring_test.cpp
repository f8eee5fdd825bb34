// The ring between two threads under the explorer; claim, program and expected outcome: spsc_ring_programs.hpp.
#include "run_check.hpp"
#include "spsc_ring_programs.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(SpscRingModel, numbers_pass_in_order_through_a_ring_of_two) {
  expect_holds<ThroughTheRing<Check, 4>>({.preemptions = 4});
}
TEST(SpscRingModel, slots_are_used_again_only_after_they_were_read) {
  expect_holds<ThroughTheRing<Check, 5>>({.preemptions = 3});
}

}  // namespace
