// Loops whose idle workers interrupt the others, under the explorer; claims and programs: loop_interrupts_programs.hpp,
// idws_programs.hpp.
#include "idws_programs.hpp"
#include "loop_interrupts_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(LoopInterruptsModel, a_victim_and_a_thief_run_each_iteration_once) {
  expect_holds_so_far<InterruptedWorkers<Check, 2, 4>>({.preemptions = 2, .max_runs = k_runs});
  expect_holds_so_far<InterruptedWorkers<Check, 2, 6>>({.preemptions = 1, .max_runs = k_runs});
}
TEST(LoopInterruptsModel, two_thieves_run_each_iteration_once) {
  expect_holds_so_far<InterruptedWorkers<Check, 3, 6>>({.preemptions = 1, .max_runs = k_runs});
}
TEST(LoopInterruptsModel, loops_without_a_barrier_between_them_are_kept_apart) {
  expect_holds_so_far<TwoInterruptedLoops<Check, 2, 4>>({.preemptions = 1, .max_runs = k_runs});
}
TEST(LoopInterruptsModel, a_handler_that_answers_in_the_middle_of_a_strip_loses_and_doubles_nothing) {
  using Interrupted = IdwsOf<Check, KeepingInterrupted>;
  expect_holds_so_far<SeatsOfALoop<Check, Interrupted, 2, 4>>({.preemptions = 2, .max_runs = k_runs});
  expect_holds_so_far<SeatsOfALoop<Check, Interrupted, 2, 8>>({.preemptions = 1, .max_runs = k_runs});
}

}  // namespace
