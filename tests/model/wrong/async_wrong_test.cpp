// Every seeded bug of async_wrong_programs.hpp must be found by the explorer, as the kind of failure it is.
#include "tests/model/wrong/async_wrong_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

TEST(WrongAsync, a_policy_that_weakens_nothing_breaks_nothing) {
  expect_holds<Broken<Engine, Faithful, LastOfThree>>({.preemptions = 1});
  expect_holds<Broken<Engine, Faithful, LeavingManager>>({.preemptions = 1});
}

TEST(WrongAsync, relaxed_token) { expect_found<SubmitTokenRelaxed<Engine>>("data race"); }
TEST(WrongAsync, torn_token) { expect_found<SubmitTokenTorn<Engine>>(""); }
TEST(WrongAsync, submits_without_token) { expect_found<SubmitsWithoutToken<Engine>>(""); }
TEST(WrongAsync, empty_queue_believed_satisfied) { expect_found<SubmitsBelievedSatisfied<Engine>>(""); }

TEST(WrongAsync, torn_marks) { expect_found<SettleTorn<Engine>>(""); }
TEST(WrongAsync, relaxed_marks) { expect_found<SettleRelaxed<Engine>>("data race"); }
TEST(WrongAsync, close_loses_the_mark_of_a_retired_task) {
  expect_found<SettleLosesMarks<Engine>>("freed exactly once");
}
TEST(WrongAsync, retired_before_the_edges_were_followed) { expect_found<RetiredForAll<Engine>>(""); }

TEST(WrongAsync, message_without_fence) { expect_found<MessageWithoutFence<Engine>>("deadlock"); }
TEST(WrongAsync, sleeper_without_fence) { expect_found<SleeperWithoutFence<Engine>>("deadlock"); }
TEST(WrongAsync, manager_leaves_without_looking) { expect_found<ManagerLeavesHastily<Engine>>("deadlock"); }
TEST(WrongAsync, leaving_manager_without_fence) { expect_found<LeaverWithoutFence<Engine>>("deadlock"); }

}  // namespace
