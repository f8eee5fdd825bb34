// Seeded bugs of the balancing loop schedules, and the order that the IDWS paper prints: each to be found as the
// failure it is. The programs and claims: tests/model/idws_programs.hpp, idws_paper_programs.hpp.
#include "loop/static/static.hpp"
#include "tests/model/brief_programs.hpp"
#include "tests/model/idws_paper_programs.hpp"
#include "tests/model/idws_programs.hpp"
#include "tests/model/loop_interrupts_programs.hpp"
#include "tests/model/run_check.hpp"
#include "tests/model/shared_loop_programs.hpp"
#include "tests/model/wrong/seeded.hpp"

namespace {

using namespace heddle::model;
using heddle::sync::Range;

struct Engine : heddle::platform::Check {
  static constexpr int k_first_thread = 1;
};

template <class Program>
void expect_found(const std::string& failure, int preemptions = 2) {
  const heddle::platform::check::Result result =
      run_check<Program>({.preemptions = preemptions, .max_runs = 1'000'000});
  EXPECT_FALSE(result.passed) << "the seeded bug was not found in " << result.runs << " runs";
  EXPECT_NE(result.failure.find(failure), std::string::npos) << result.text();
}

/// A thief takes the upper half but leaves it in the victim's range: its exchange writes back what it read.
struct ThiefLeavesItsLoot : Faithful {
  template <class T>
  static T desired(T expected, T desired) {
    if constexpr (sizeof(T) != 8) return desired;
    return Range::unpacked(expected).first == Range::unpacked(desired).first ? expected : desired;
  }
};
/// The owner takes one from the front and writes one too far.
struct OwnerSkipsOne : Faithful {
  template <class T>
  static T desired(T expected, T desired) {
    if constexpr (sizeof(T) != 8) return desired;
    Range rest = Range::unpacked(desired);
    if (rest.first == Range::unpacked(expected).first || rest.empty()) return desired;
    ++rest.first;
    return rest.packed();
  }
};

/// The owner claims by a load and a store: a thief's exchange in between is undone.
template <class E>
struct TornClaims : E {
  template <class T>
  struct atomic : E::template atomic<T> {
    using Base = typename E::template atomic<T>;
    using Base::Base;
    bool compare_exchange_weak(T& expected, T desired, Order, Order) {
      const T found = Base::load(Order::relaxed);
      if (found != expected) {
        expected = found;
        return false;
      }
      Base::store(desired, Order::relaxed);
      return true;
    }
    bool compare_exchange_strong(T& expected, T desired, Order success, Order failure) {
      return compare_exchange_weak(expected, desired, success, failure);
    }
  };
};

using Unfaithful = Seeded<Engine, ThiefLeavesItsLoot>;
using Skipping = Seeded<Engine, OwnerSkipsOne>;
using Torn = TornClaims<Engine>;

TEST(WrongLoops, the_order_of_the_papers_algorithm_1_runs_an_iteration_twice) {
  expect_found<PaperLoop<PaperOrder::test_then_publish, 4>>("no iteration is run twice");
  expect_found<PaperLoop<PaperOrder::test_then_publish, 8>>("no iteration is run twice");
}
TEST(WrongLoops, loot_that_stays_with_the_victim_is_run_twice) {
  expect_found<SeatsOfALoop<Unfaithful, heddle::loop::Steal<Unfaithful>, 2, 4>>("no iteration is run twice");
  expect_found<SeatsOfALoop<Unfaithful, IdwsOf<Unfaithful, Keeping>, 2, 8>>("no iteration is run twice");
}
TEST(WrongLoops, an_owner_that_writes_one_too_far_loses_an_iteration) {
  expect_found<SeatsOfALoop<Skipping, heddle::loop::Steal<Skipping>, 2, 6>>("no iteration is lost");
}
TEST(WrongLoops, claims_by_load_and_store_are_undone) {
  expect_found<SeatsOfALoop<Torn, heddle::loop::Steal<Torn>, 2, 4>>("data race");
  expect_found<SeatsOfALoop<Torn, IdwsOf<Torn, Late>, 2, 8>>("data race");
}

/// Whoever settles a request does so by a load and a store: two may settle it.
struct TornRequests : Faithful {
  static constexpr bool k_torn_exchange = true;
};
using TornSettling = Seeded<Engine, TornRequests>;

TEST(WrongLoops, a_compiled_loop_that_tests_before_it_publishes_runs_an_iteration_twice) {
  expect_found<InterruptedWorkers<Engine, 2, 6, BodyOrder::test_then_publish>>("no iteration is run twice");
}
TEST(WrongLoops, a_request_settled_by_two_leaves_a_thief_waiting) {
  expect_found<InterruptedWorkers<TornSettling, 2, 6>>("deadlock");
}

/// A claim that does not say of which loop it is: the next member takes the share for untouched.
struct ForgetsTheLoop : Faithful {
  template <class T>
  static T desired(T expected, T desired) {
    constexpr T k_loop = ~T{0} << 25;
    return (expected & k_loop) | (desired & ~k_loop);
  }
};
/// A claim that leaves what was open of the last loop as it is, but says that it is of this one.
struct KeepsTheOldShare : Faithful {
  template <class T>
  static T desired(T expected, T desired) {
    constexpr T k_loop = ~T{0} << 25;
    return (expected & k_loop) == (desired & k_loop) ? desired : (desired & k_loop) | (expected & ~k_loop);
  }
};
/// Whoever takes the last unit does not say so.
struct LastUnitUntaken : Faithful {
  template <class T>
  static T desired(T, T desired) {
    return desired & ~(T{1} << 24);
  }
};
using Forgetful = Seeded<Engine, ForgetsTheLoop>;
using Stale = Seeded<Engine, KeepsTheOldShare>;
using Untaken = Seeded<Engine, LastUnitUntaken>;

TEST(WrongLoops, a_claim_that_does_not_tell_its_loop_is_made_twice) {
  expect_found<BriefLoops<Forgetful, 2, 4>>("no unit is run twice");
}
TEST(WrongLoops, what_is_left_of_the_last_loop_is_taken_for_this_ones) {
  expect_found<BriefLoops<Stale, 2, 4, 4>>("no unit is lost");
}
TEST(WrongLoops, a_last_unit_that_is_not_marked_is_run_twice) { expect_found<BriefLoops<Untaken, 2, 2>>("data race"); }
TEST(WrongLoops, brief_claims_by_load_and_store_are_undone) { expect_found<BriefLoops<Torn, 2, 4>>("data race"); }

/// A thief does not say that it is there: its victim fills its range for the next loop between its look and its claim.
template <class E>
struct SilentVisitors : E {
  template <class T>
  struct atomic : E::template atomic<T> {
    using Base = typename E::template atomic<T>;
    using Base::Base;
    T fetch_add(T, Order order) { return Base::load(order); }
    T fetch_sub(T, Order order) { return Base::load(order); }
  };
};
/// Neither the owner's leaving nor its look for visitors is ordered before the other.
struct UnorderedVisits : Faithful {
  // order: acquire, release — the seeded bug: only sequentially consistent accesses tell who came first.
  template <class T>
  static Order load(Order, int) {
    return Order::acquire;
  }
  template <class T>
  static Order store(Order, int) {
    return Order::release;
  }
};
using Unordered = Seeded<Engine, UnorderedVisits>;

/// Two who come at the same time get the same seat.
template <class E>
struct TornCounts : E {
  template <class T>
  struct atomic : E::template atomic<T> {
    using Base = typename E::template atomic<T>;
    using Base::Base;
    T fetch_add(T more, Order) {
      const T found = Base::load(Order::relaxed);
      Base::store(found + more, Order::relaxed);
      return found;
    }
  };
};

TEST(WrongLoops, a_seat_taken_by_two_runs_an_iteration_twice) {
  using Bad = TornCounts<Engine>;
  expect_found<SeatsForTasks<Bad, heddle::loop::Static<Bad>, 2, 4>>("data race");
}
TEST(WrongLoops, a_visitor_that_is_not_seen_takes_from_the_next_loop) {
  expect_found<LoopsInARow<SilentVisitors<Engine>, 2, 2, 2>>("data race", 3);
}
TEST(WrongLoops, a_visitor_that_is_seen_too_late_takes_from_the_next_loop) {
  expect_found<LoopsInARow<Unordered, 2, 2, 2>>("no iteration is");
}

}  // namespace
