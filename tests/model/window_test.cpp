// Producers that wait for the others, under the explorer; claims and programs: window_programs.hpp.
#include "window_programs.hpp"

#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(WindowModel, a_producer_that_is_held_back_loses_no_task) {
  expect_holds<HeldBackByAnEnd<Check>>({.preemptions = 2});
}
TEST(WindowModel, the_window_gives_way_to_a_task_that_waits_for_its_creator) {
  expect_holds<HeldBackByAGate<Check>>({.preemptions = 2});
}
TEST(WindowModel, a_short_task_is_run_at_once_only_after_its_predecessor) {
  expect_holds<CatchingUpWithAnEnd<Check>>({.preemptions = 2});
}
TEST(WindowModel, a_creator_gives_up_catching_up_with_what_waits_for_it) {
  expect_holds<CatchingUpWithAGate<Check>>({.preemptions = 2});
}

}  // namespace
