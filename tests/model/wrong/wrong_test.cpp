// Every seeded bug of wrong_programs.hpp must be found by the explorer, as the kind of failure it is. A model test that
// cannot fail proves nothing; this file proves that ours can.
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

TEST(Seeded, a_policy_that_weakens_nothing_breaks_nothing) {
  expect_holds<Broken<Engine, Faithful, OneThief>>();
  expect_holds<Broken<Engine, Faithful, TwoCounters>>();
}

TEST(WrongDeque, push_without_release) { expect_found<DequeRelaxedPush<Engine>>("data race"); }
TEST(WrongDeque, pop_without_release) { expect_found<DequeRelaxedPop<Engine>>("data race"); }
TEST(WrongDeque, steal_without_acquire) { expect_found<DequeRelaxedSteal<Engine>>("data race"); }
TEST(WrongDeque, pop_without_fence) { expect_found<DequeNoFenceInPop<Engine>>("taken twice"); }
TEST(WrongDeque, steal_without_fence) { expect_found<DequeNoFenceInSteal<Engine>>("taken twice"); }
TEST(WrongDeque, grown_ring_published_without_release) { expect_found<DequeRelaxedRing<Engine>>("data race"); }

TEST(WrongMutex, relaxed_exchanges) { expect_found<MutexRelaxed<Engine>>("data race"); }
TEST(WrongMutex, unlock_wakes_nobody) { expect_found<MutexNoUnpark<Engine>>("deadlock"); }
TEST(WrongMutex, woken_holder_forgets_the_other_sleepers) { expect_found<MutexForgetsSleepers<Engine>>("deadlock"); }

TEST(WrongMailbox, relaxed_exchanges) { expect_found<MailboxRelaxed<Engine>>("data race"); }
TEST(WrongMailbox, torn_take_loses_an_item) { expect_found<MailboxTornTake<Engine>>("every letter is read"); }

}  // namespace
