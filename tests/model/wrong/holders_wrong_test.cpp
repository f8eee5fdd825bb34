// Seeded bugs of a future's and a task's holders, of a pipeline's turns and tokens, of an arena's seats and of a node's
// bell, each to be found as the failure it is. Programs and claims: holders_programs.hpp, baton_programs.hpp,
// arena_seats_programs.hpp, node_bell_programs.hpp.
#include "tests/model/arena_seats_programs.hpp"
#include "tests/model/baton_programs.hpp"
#include "tests/model/holders_programs.hpp"
#include "tests/model/node_bell_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

/// One holder too few is counted: two are the last.
template <class E>
struct OneShareForgotten : ThreeHolders<E> {
  OneShareForgotten() { this->outcome.held.drop(); }
};

TEST(WrongHolders, the_last_one_does_not_see_what_others_wrote) {
  expect_found<Broken<Engine, RelaxedExchanges, ThreeHolders>>("race");
}
TEST(WrongHolders, a_share_that_is_not_counted_destroys_it_too_early) { expect_found<OneShareForgotten<Engine>>(""); }

/// What is looked at before a read-modify-write is looked at without acquire.
struct RelaxedLook : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order load(Order, int) {
    return Order::relaxed;
  }
};
/// A source that waits is taken for one that has a token: nobody takes it up.
template <class E>
struct SourceForgotten : TwoCarriers<E> {
  SourceForgotten() { this->tokens.give_back(); }
};

/// One holder of two is counted: both are alone.
template <class E>
struct OneOrderForgotten : TwoOrders<E> {
  OneOrderForgotten() { this->holders.begin(1); }
};
TEST(WrongTaskHolders, a_look_that_finds_one_does_not_acquire) {
  expect_found<Broken<Engine, RelaxedLook, TwoOrders>>("race");
}
TEST(WrongTaskHolders, what_the_first_did_is_not_published) {
  expect_found<Broken<Engine, RelaxedExchanges, TwoOrders>>("race");
}
TEST(WrongTaskHolders, an_order_that_is_not_counted_is_not_waited_for) { expect_found<OneOrderForgotten<Engine>>(""); }

TEST(WrongBaton, an_item_is_not_published) { expect_found<Broken<Engine, RelaxedExchanges, ThreeItemsInTurn>>("race"); }
TEST(WrongBaton, what_the_one_in_front_did_is_not_seen) {
  expect_found<Broken<Engine, RelaxedLook, ThreeItemsInTurn>>("race");
}
/// Turns are numbers and no more, as they were.
struct RelaxedTurns : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order exchange(Order order, int) {
    return std::is_same_v<T, std::uint64_t> ? Order::relaxed : order;
  }
};
TEST(WrongBaton, a_turn_that_is_drawn_acquires_nothing) {
  expect_found<Broken<Engine, RelaxedTurns, LateAtARing>>("race");
}
TEST(WrongBaton, where_the_source_stands_is_not_published) {
  expect_found<Broken<Engine, RelaxedExchanges, TwoCarriers>>("race");
}
TEST(WrongBaton, a_source_that_waits_is_forgotten) { expect_found<SourceForgotten<Engine>>("never lost"); }

template <class E>
using OneSeat = ThreeGuests<E, 1>;
TEST(WrongArenaSeats, what_the_guest_before_did_is_not_seen) {
  expect_found<Broken<Engine, RelaxedExchanges, OneSeat>>("race");
}

/// It says that it sleeps, whatever has been rung meanwhile.
template <class E>
class StoredAsleep {
 public:
  void ring() noexcept {
    // order: release — as the bell's.
    if (state_.exchange(1, std::memory_order_release) == 2) E::unpark_one(state_);
  }
  void wait(std::uint32_t /*most*/) noexcept {
    // order: relaxed, acquire — as the bell's.
    while (state_.load(std::memory_order_relaxed) != 1 || state_.exchange(0, std::memory_order_acquire) != 1) {
      state_.store(2, std::memory_order_relaxed);  // order: relaxed — the seeded bug
      while (state_.load(std::memory_order_relaxed) == 2) E::park(state_, 2);
    }
  }

 private:
  typename E::template atomic<std::uint32_t> state_{0};
};
TEST(WrongNodeBell, a_ring_before_it_sleeps_is_forgotten) { expect_found<NodeRung<Engine, StoredAsleep>>(""); }

}  // namespace
