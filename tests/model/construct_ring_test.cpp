// The ring of construct slots under the explorer; claim, program and expected outcome: construct_ring_programs.hpp.
// The seeded bugs are found, so the programs can fail.
#include "construct_ring_programs.hpp"
#include "run_check.hpp"
#include "wrong/seeded.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(ConstructRingModel, two_threads_share_three_constructs_in_one_slot) { expect_holds<RunAhead<Check, 2, 3, 1>>(); }
TEST(ConstructRingModel, two_threads_share_three_constructs_in_two_slots) { expect_holds<RunAhead<Check, 2, 3, 2>>(); }
TEST(ConstructRingModel, three_threads_share_two_constructs_in_one_slot) {
  expect_holds<RunAhead<Check, 3, 2, 1>>({.preemptions = 1});
}

/// Check, with its first model thread counted as 0.
struct Engine : Check {
  static constexpr int k_first_thread = 1;
};

template <class Rule, template <class> class Program>
void expect_found(const std::string& failure) {
  const heddle::platform::check::Result result = run_check<Restarting<Rule, Program<Seeded<Engine, Rule>>>>({});
  EXPECT_FALSE(result.passed) << "the seeded bug was not found in " << result.runs << " runs";
  EXPECT_NE(result.failure.find(failure), std::string::npos) << result.text();
}

template <class E>
using TwoInOneSlot = RunAhead<E, 2, 2, 1>;

/// The content is published, and a construct left, without release.
struct RelaxedStores : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order store(Order, int) {
    return Order::relaxed;
  }
};
TEST(WrongConstructRing, publish_and_leave_without_release) { expect_found<RelaxedStores, TwoInOneSlot>("data race"); }

/// Who enters looks without acquire at what is ready and who has left.
struct RelaxedLoads : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order load(Order, int) {
    return Order::relaxed;
  }
};
TEST(WrongConstructRing, enter_without_acquire) { expect_found<RelaxedLoads, TwoInOneSlot>("data race"); }

/// A slot is taken over without asking whether its last construct is still in use.
template <class E>
struct TakesOver : RunAhead<E, 2, 2, 1> {
  using Base = RunAhead<E, 2, 2, 1>;
  void thread(int self) {
    for (int construct = 1; construct <= 2; ++construct) {
      const auto number = Base::number_of(construct);
      const auto entry = Base::ring.try_enter(number, [](heddle::omp::ConstructNumber) { return true; });
      if (entry == heddle::omp::Entry::first) {
        Base::ring.content(number) = construct;
        Base::ring.publish(number);
      } else if (entry != heddle::omp::Entry::joined) {
        return;
      }
      E::require(static_cast<int>(Base::ring.content(number)) == construct, "the content is that of the construct");
    }
    (void)self;
  }
  void after() {}
};
TEST(WrongConstructRing, a_slot_in_use_is_taken_over) { expect_found<Faithful, TakesOver>("data race"); }

}  // namespace
