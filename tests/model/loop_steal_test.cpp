// The stealing loop schedule under the explorer; claims and programs: idws_programs.hpp.
#include "idws_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::loop::Steal;
using heddle::platform::Check;

TEST(LoopStealModel, two_seats_run_each_iteration_once) {
  expect_holds<SeatsOfALoop<Check, Steal<Check>, 2, 4>>({.preemptions = 2});
  expect_holds<SeatsOfALoop<Check, StealMostLoaded<Check>, 2, 6>>({.preemptions = 1});
}
TEST(LoopStealModel, three_seats_run_each_iteration_once) {
  expect_holds_so_far<SeatsOfALoop<Check, Steal<Check>, 3, 6>>({.preemptions = 1, .max_runs = k_runs});
}
TEST(LoopStealModel, exchanges_that_fail_without_reason_lose_nothing) {
  expect_holds<SeatsOfALoop<Check, Steal<Check>, 2, 4>>({.preemptions = 1, .spurious = 2});
}
TEST(LoopStealModel, a_stopped_loop_runs_nothing_twice) {
  expect_holds_so_far<StoppedLoop<Check, Steal<Check>, 6>>({.preemptions = 1, .max_runs = k_runs});
}

}  // namespace
