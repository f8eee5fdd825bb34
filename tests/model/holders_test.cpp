// The holders of a future, and of a task on regions, under the explorer; claims, programs and expected outcome:
// holders_programs.hpp.
#include "holders_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(HoldersModel, the_last_of_three_destroys_it_once) { expect_holds<ThreeHolders<Check>>({.preemptions = 4}); }
TEST(HoldersModel, the_last_of_two_orders_lets_a_task_begin) { expect_holds<TwoOrders<Check>>({.preemptions = 4}); }

}  // namespace
