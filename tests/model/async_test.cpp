// The asynchronous manager under the explorer; claims, programs and expected outcome: async_programs.hpp.
#include "async_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(AsyncModel, submits_enter_the_graph_in_order_one_at_a_time) { expect_holds<SubmitOrder<Check>>(); }
TEST(AsyncModel, the_last_of_domain_worker_and_manager_frees_a_task) {
  expect_holds<LastOfThree<Check>>({.preemptions = 4});
}
TEST(AsyncModel, no_message_is_left_while_all_sleep) { expect_holds<LeavingManager<Check>>(); }

}  // namespace
