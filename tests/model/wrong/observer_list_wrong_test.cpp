// Seeded bugs of the list of observers, each to be found as the failure it is.
#include "tests/model/observer_list_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

template <class E>
using TwoObservers = WhoObserves<E, 2>;

/// The list is walked without acquire.
struct RelaxedWalk : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order load(Order, int) {
    return Order::relaxed;
  }
};

/// Whether one is told, and that it no longer is, are a load and a store.
struct TornStop : Faithful {
  static constexpr bool k_torn_exchange = true;
};

TEST(WrongObserverList, observers_are_not_published) {
  expect_found<Broken<Engine, RelaxedExchanges, TwoObservers>>("race");
}
TEST(WrongObserverList, who_walks_does_not_see_what_they_are_made_of) {
  expect_found<Broken<Engine, RelaxedWalk, TwoObservers>>("race");
}
TEST(WrongObserverList, two_have_stopped_the_same) {
  expect_found<Broken<Engine, TornStop, TwoObservers>>("of those who stop it one has stopped it");
}

}  // namespace
