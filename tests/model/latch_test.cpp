// The latch under the explorer; claim, programs and expected outcome: latch_programs.hpp.
#include "latch_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(LatchModel, one_sleeper_waits_for_two_workers) { expect_holds<CountDown<Check, 2, 1>>({.preemptions = 3}); }
TEST(LatchModel, sleeper_and_spinner_wait_for_one_worker) { expect_holds<CountDown<Check, 1, 2>>({.preemptions = 3}); }
TEST(LatchModel, wake_ups_without_reason_do_no_harm) {
  expect_holds<CountDown<Check, 1, 1>>({.preemptions = 4, .spurious = 2});
}

}  // namespace
