// The balancing loop schedules under the explorer; claims and programs: idws_programs.hpp.
#include "idws_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;
using Keeps = IdwsOf<Check, Keeping>;
using IsLate = IdwsOf<Check, Late>;

TEST(IdwsModel, a_victim_and_a_thief_run_each_iteration_once) {
  expect_holds_so_far<SeatsOfALoop<Check, Keeps, 2, 4>>({.preemptions = 3, .max_runs = k_runs});
  expect_holds_so_far<SeatsOfALoop<Check, Keeps, 2, 8>>({.preemptions = 2, .max_runs = k_runs});
}
TEST(IdwsModel, a_batch_that_lasts_too_long_goes_back_and_is_run_once) {
  expect_holds_so_far<SeatsOfALoop<Check, IsLate, 2, 8>>({.preemptions = 2, .max_runs = k_runs});
}
TEST(IdwsModel, two_thieves_run_each_iteration_once) {
  expect_holds_so_far<SeatsOfALoop<Check, Keeps, 3, 6>>({.preemptions = 1, .max_runs = k_runs});
}
TEST(IdwsModel, seats_that_tasks_take_late_or_never_lose_and_double_nothing) {
  expect_holds_so_far<SeatsForTasks<Check, Keeps, 2, 4>>({.preemptions = 2, .max_runs = k_runs});
  expect_holds_so_far<SeatsForTasks<Check, Keeps, 3, 6>>({.preemptions = 1, .max_runs = k_runs});
}
TEST(IdwsModel, a_stopped_loop_runs_nothing_twice) {
  expect_holds_so_far<StoppedLoop<Check, Keeps, 6>>({.preemptions = 1, .max_runs = k_runs});
}

}  // namespace
