// Seeded bugs of events, each to be found as the failure it is.
#include "tests/model/happening_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

template <class E>
using OneListener = CompleterAndListeners<E, 1>;
template <class E>
using TwoListeners = CompleterAndListeners<E, 2>;
template <class E>
using OneCompleterAndMaker = CompletersAndMaker<E, 1>;

/// Who completes it takes what is there, and closes it afterwards: a listener, or a task, in between is lost.
struct ClosedTooLate : Faithful {
  static constexpr bool k_torn_exchange = true;
};

/// Whether it has happened is looked up without acquire.
struct RelaxedLook : Faithful {
  // order: relaxed — the seeded bug.
  template <class T>
  static Order load(Order, int) {
    return Order::relaxed;
  }
};

TEST(WrongHappening, a_listener_between_the_look_and_the_close_is_lost) {
  expect_found<Broken<Engine, ClosedTooLate, OneListener>>("who listens is told once");
}
TEST(WrongHappening, a_task_bound_between_the_look_and_the_close_never_ends) {
  expect_found<Broken<Engine, ClosedTooLate, OneCompleterAndMaker>>("the task that ends with it ends once");
}
TEST(WrongHappening, entries_are_not_published) {
  expect_found<Broken<Engine, RelaxedExchanges, TwoListeners>>("race");
}
TEST(WrongHappening, the_task_is_not_published) {
  expect_found<Broken<Engine, RelaxedExchanges, OneCompleterAndMaker>>("race");
}
TEST(WrongHappening, who_finds_it_done_does_not_see_what_was_done) {
  expect_found<Broken<Engine, RelaxedLook, OneListener>>("race");
}

}  // namespace
