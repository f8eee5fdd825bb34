// The models and the seeded bugs again, under Relacy: what both engines say, neither has made up.
#include <gtest/gtest.h>

#include "tests/model/wrong/wrong_programs.hpp"

// Relacy replaces operator new and switches stacks in ways that the sanitizers cannot follow.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
TEST(RelacyModel, second_engine) { GTEST_SKIP() << "Relacy does not run under sanitizers"; }
#elif !__has_include(<relacy/relacy.hpp>)
TEST(RelacyModel, second_engine) {
  GTEST_SKIP() << "relacy-dev is missing: only our own explorer has checked the models";
}
#else
#include "tests/model/relacy/relacy_engine.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;
using E = Relacy;

template <class Program>
void expect_holds(unsigned context_bound = 2) {
  const RelacyResult result = run_relacy<Program>(context_bound, 300'000);
  EXPECT_EQ(result.result, rl::test_result_success) << rl::test_result_str(result.result) << "\n" << result.text;
}

template <class Program>
void expect_found(rl::test_result_e failure, unsigned context_bound = 2) {
  const RelacyResult result = run_relacy<Program>(context_bound, 300'000);
  EXPECT_EQ(result.result, failure) << rl::test_result_str(result.result) << "\n" << result.text;
}

using Row = ProducersAndConsumer<E, 2, 1>;

TEST(RelacyModel, deque_with_one_thief) { expect_holds<OwnerAgainstThieves<E, 1>>(3); }
TEST(RelacyModel, deque_with_two_thieves) { expect_holds<OwnerAgainstThieves<E, 2>>(); }
TEST(RelacyModel, deque_one_by_one) { expect_holds<OneByOne<E>>(); }
TEST(RelacyModel, deque_that_grows) { expect_holds<Growth<E>>(); }
TEST(RelacyModel, deque_steal_if) { expect_holds<StealIf<E>>(); }
TEST(RelacyModel, mutex) { expect_holds<Counting<E, 2, 1>>(); }
TEST(RelacyModel, mutex_of_three) { expect_holds<Counting<E, 3, 1>>(); }
TEST(RelacyModel, mailbox) { expect_holds<Row>(); }

/// Store buffering, a seq_cst access on one side and a seq_cst fence on the other: C++ forbids that both read 0.
struct FenceAgainstAccess {
  static constexpr int k_threads = 2;
  E::atomic<int> x{0};
  E::atomic<int> y{0};
  int r1 = 0;
  int r2 = 0;
  void thread(int id) {
    if (id == 0) {
      x.fetch_add(1, std::memory_order::seq_cst);
      r1 = y.load(std::memory_order::seq_cst);
    } else {
      y.fetch_add(1, std::memory_order::seq_cst);
      E::fence(std::memory_order::seq_cst);
      r2 = x.load(std::memory_order::relaxed);  // order: relaxed — behind the fence.
    }
  }
  void after() { E::require(r1 == 1 || r2 == 1, "one of the two sees the other"); }
};

// What stands on it is checked by our explorer only, whose litmus test of the same program passes.
TEST(RelacyKnownGap, a_fence_is_not_ordered_against_a_seq_cst_access) {
  expect_found<FenceAgainstAccess>(rl::test_result_user_assert_failed);
}

// Beyond Relacy, found by our explorer only: DequeRelaxedPop (C++11's release sequences forgive it) and
// DequeRelaxedRing (Relacy does not ask whether a thread may know of an atomic).
TEST(RelacyWrong, deque_push_without_release) { expect_found<DequeRelaxedPush<E>>(rl::test_result_data_race); }
TEST(RelacyWrong, deque_steal_without_acquire) { expect_found<DequeRelaxedSteal<E>>(rl::test_result_data_race); }
TEST(RelacyWrong, deque_pop_without_fence) { expect_found<DequeNoFenceInPop<E>>(rl::test_result_user_assert_failed); }
TEST(RelacyWrong, deque_steal_without_fence) {
  expect_found<DequeNoFenceInSteal<E>>(rl::test_result_user_assert_failed);
}

TEST(RelacyWrong, mutex_relaxed) { expect_found<MutexRelaxed<E>>(rl::test_result_data_race); }
TEST(RelacyWrong, mutex_wakes_nobody) { expect_found<MutexNoUnpark<E>>(rl::test_result_deadlock); }
TEST(RelacyWrong, mutex_forgets_sleepers) { expect_found<MutexForgetsSleepers<E>>(rl::test_result_deadlock); }

TEST(RelacyWrong, mailbox_relaxed) { expect_found<MailboxRelaxed<E>>(rl::test_result_data_race); }
TEST(RelacyWrong, mailbox_torn_take) { expect_found<MailboxTornTake<E>>(rl::test_result_user_assert_failed); }

}  // namespace

#endif
