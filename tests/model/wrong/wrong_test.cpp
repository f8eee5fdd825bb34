// Every seeded bug of wrong_programs.hpp must be found by the explorer, as the kind of failure it is. A model test that
// cannot fail proves nothing; this file proves that ours can.
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

TEST(Seeded, a_policy_that_weakens_nothing_breaks_nothing) {
  expect_holds<Broken<Engine, Faithful, OneThief>>();
  expect_holds<Broken<Engine, Faithful, SleepAndNotify>>();
}

TEST(WrongDeque, push_without_release) { expect_found<DequeRelaxedPush<Engine>>("data race"); }
TEST(WrongDeque, pop_without_release) { expect_found<DequeRelaxedPop<Engine>>("data race"); }
TEST(WrongDeque, steal_without_acquire) { expect_found<DequeRelaxedSteal<Engine>>("data race"); }
TEST(WrongDeque, pop_without_fence) { expect_found<DequeNoFenceInPop<Engine>>("taken twice"); }
TEST(WrongDeque, steal_without_fence) { expect_found<DequeNoFenceInSteal<Engine>>("taken twice"); }
TEST(WrongDeque, grown_ring_published_without_release) { expect_found<DequeRelaxedRing<Engine>>("data race"); }

TEST(WrongEventCount, notify_without_fence) { expect_found<EventNoFenceInNotify<Engine>>("deadlock"); }
TEST(WrongEventCount, prepare_without_fence) { expect_found<EventNoFenceInPrepare<Engine>>("deadlock"); }
TEST(WrongEventCount, sleepers_counted_with_relaxed_order) { expect_found<EventRelaxedSleepers<Engine>>("deadlock"); }
TEST(WrongEventCount, token_given_but_nobody_woken) { expect_found<EventNoUnpark<Engine>>("deadlock"); }
TEST(WrongEventCount, notify_all_hands_out_tokens) { expect_found<EventTokensForAll<Engine>>("deadlock"); }
TEST(WrongEventCount, no_second_look_before_waiting) { expect_found<EventNoRecheck<Engine>>("deadlock"); }
TEST(WrongEventCount, fenced_notify_after_a_mere_release) { expect_found<EventFencedAfterRelease<Engine>>("deadlock"); }

TEST(WrongMutex, relaxed_exchanges) { expect_found<MutexRelaxed<Engine>>("data race"); }
TEST(WrongMutex, unlock_wakes_nobody) { expect_found<MutexNoUnpark<Engine>>("deadlock"); }
TEST(WrongMutex, woken_holder_forgets_the_other_sleepers) { expect_found<MutexForgetsSleepers<Engine>>("deadlock"); }

TEST(WrongMailbox, relaxed_exchanges) { expect_found<MailboxRelaxed<Engine>>("data race"); }
TEST(WrongMailbox, torn_take_loses_an_item) { expect_found<MailboxTornTake<Engine>>("every letter is read"); }

TEST(WrongLatch, relaxed_count_down) { expect_found<LatchRelaxed<Engine>>("data race"); }
TEST(WrongLatch, opening_wakes_nobody) { expect_found<LatchNoUnpark<Engine>>("deadlock"); }
TEST(WrongLatch, torn_sleeper_mark_undoes_a_count_down) { expect_found<LatchTornMark<Engine>>("deadlock"); }

TEST(WrongSpscRing, push_without_release) { expect_found<RingRelaxedProducer<Engine>>("data race"); }
TEST(WrongSpscRing, slot_used_again_without_acquire) { expect_found<RingRelaxedReuse<Engine>>("data race"); }

}  // namespace
