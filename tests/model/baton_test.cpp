// The turns and tokens of a pipeline, and the seats of an arena, under the explorer; claims, programs and expected
// outcome: baton_programs.hpp, arena_seats_programs.hpp.
#include "arena_seats_programs.hpp"
#include "baton_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(BatonModel, items_are_served_in_their_order) { expect_holds<ThreeItemsInTurn<Check>>({.preemptions = 3}); }
TEST(BatonModel, the_source_runs_in_one_place) { expect_holds<TwoCarriers<Check>>({.preemptions = 4}); }

TEST(BatonModel, who_arrives_late_comes_behind_who_used_the_place) {
  expect_holds<LateAtARing<Check>>({.preemptions = 3});
}

template <class E>
using OneSeat = ThreeGuests<E, 1>;
template <class E>
using TwoSeats = ThreeGuests<E, 2>;
TEST(ArenaSeatsModel, a_seat_has_one_guest_at_a_time) {
  expect_holds<OneSeat<Check>>({.preemptions = 3});
  expect_holds<TwoSeats<Check>>({.preemptions = 3});
}

}  // namespace
