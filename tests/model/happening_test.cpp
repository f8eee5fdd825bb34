// Events under the explorer; claims, programs and expected outcome: happening_programs.hpp.
#include "happening_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(HappeningModel, one_listener_is_told_or_sees_it) {
  expect_holds<CompleterAndListeners<Check, 1>>({.preemptions = 4});
}
TEST(HappeningModel, each_of_two_listeners_is_told_or_sees_it) {
  expect_holds<CompleterAndListeners<Check, 2>>({.preemptions = 3});
}
TEST(HappeningModel, listeners_try_again_when_an_exchange_fails_without_reason) {
  expect_holds<CompleterAndListeners<Check, 2>>({.preemptions = 2, .spurious = 2});
}
TEST(HappeningModel, a_task_that_ends_with_it_ends_once) {
  expect_holds<CompletersAndMaker<Check, 2>>({.preemptions = 3});
}

}  // namespace
