// The loops behind idws.h under the explorer; claims and programs: shared_loop_programs.hpp.
#include "idws_programs.hpp"
#include "run_check.hpp"
#include "shared_loop_programs.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(SharedLoopModel, two_seats_run_each_iteration_once) {
  expect_holds_so_far<LoopsInARow<Check, 2, 2>>({.preemptions = 2, .max_runs = k_runs});
  expect_holds_so_far<LoopsInARow<Check, 2, 4>>({.preemptions = 2, .max_runs = k_runs});
}
TEST(SharedLoopModel, three_seats_run_each_iteration_once) {
  expect_holds_so_far<LoopsInARow<Check, 3, 4>>({.preemptions = 1, .max_runs = k_runs});
}
TEST(SharedLoopModel, a_seat_gets_nothing_of_a_loop_that_it_is_not_in) {
  expect_holds_so_far<LoopsInARow<Check, 2, 2, 2>>({.preemptions = 2, .max_runs = k_runs});
  expect_holds_so_far<LoopsInARow<Check, 2, 2, 4>>({.preemptions = 1, .max_runs = k_runs});
}
TEST(SharedLoopModel, a_share_that_is_given_up_is_run_by_a_thief_or_by_nobody) {
  expect_holds_so_far<DroppedLoop<Check, 4>>({.preemptions = 3, .max_runs = k_runs});
}

}  // namespace
