// Seeded bugs in what the replay of plans relies on: the explorer must find each, with the platform policy weakened and
// no line of the engine changed. Programs and claims: tests/model/plan_programs.hpp.
#include "tests/model/plan_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

template <class Rule, template <class> class Program>
void expect_in_replay(const std::string& failure) {
  expect_found<Broken<Engine, Rule, Program>>(failure);
}

/// Switches are the only 32-bit words that are stored with release order.
struct SwitchesPublishNothing : Faithful {
  template <class T>
  static Order store(Order order, int /*thread*/) {
    return sizeof(T) == 4 ? Order::relaxed : order;
  }
};
struct SwitchesAreReadTooEarly : Faithful {
  template <class T>
  static Order load(Order order, int /*thread*/) {
    return sizeof(T) == 4 && order == Order::acquire ? Order::relaxed : order;
  }
};

/// The fence of prepare_to_park alone is not one for who sets a switch.
struct NoHeavyFence : Faithful {
  static bool keeps_heavy_fence() { return false; }
};

TEST(WrongPlan, a_switch_publishes_nothing) { expect_in_replay<SwitchesPublishNothing, PingPongOnce>("data race"); }
TEST(WrongPlan, a_switch_is_read_without_what_it_publishes) {
  expect_in_replay<SwitchesAreReadTooEarly, PingPongOnce>("data race");
}
TEST(WrongPlan, who_lies_down_looks_at_the_switches_too_early) {
  expect_in_replay<NoHeavyFence, SwitchAndSleeper>("deadlock");
}
TEST(WrongPlan, a_switch_wakes_nobody) { expect_in_replay<NoUnpark, PingPongOnce>("deadlock"); }

/// Claims that two may win: compare-exchange as a load and a store.
template <class E>
struct TornClaims : Seeded<E, Faithful> {
  template <class T>
  struct atomic : Seeded<E, Faithful>::template atomic<T> {
    using Base = typename Seeded<E, Faithful>::template atomic<T>;
    using Base::Base;
    bool compare_exchange_strong(T& expected, T desired, Order success, Order failure) {
      // order: relaxed — the seeded bug: claims are the only ones that fail relaxed and succeed relaxed.
      if (success != Order::relaxed) return Base::compare_exchange_strong(expected, desired, success, failure);
      const T found = Base::load(failure);
      if (found != expected) return false;
      Base::store(desired, success);
      return true;
    }
  };
  static void park(atomic<std::uint32_t>& word, std::uint32_t expected) { E::park(word, expected); }
  static void unpark_one(atomic<std::uint32_t>& word) { E::unpark_one(word); }
  static void unpark_all(atomic<std::uint32_t>& word) { E::unpark_all(word); }
  template <class T, class Done>
  static bool spin_until(const atomic<T>& word, Done done, heddle::platform::Spins budget) {
    return E::template spin_until<T>(word, done, budget);
  }
};

TEST(WrongPlan, a_step_is_claimed_by_two) { expect_found<OneIsLateOnce<TornClaims<Engine>>>(""); }

}  // namespace
