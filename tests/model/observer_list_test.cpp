// The list of observers under the explorer; claims, programs and expected outcome: observer_list_programs.hpp.
#include "observer_list_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(ObserverListModel, two_that_come_at_once_are_listed_and_one_stops_the_first) {
  expect_holds<WhoObserves<Check, 2>>({.preemptions = 4});
}
TEST(ObserverListModel, three_at_once_and_exchanges_that_fail_without_reason) {
  expect_holds<WhoObserves<Check, 3>>({.preemptions = 2, .spurious = 1});
}

}  // namespace
