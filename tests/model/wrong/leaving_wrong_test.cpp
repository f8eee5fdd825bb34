// Seeded bugs in how pool threads end: each step that the protocol of runtime/README.md, "Leaving", has is left out
// once.
#include "tests/model/leaving_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

template <class E>
struct NoSecondLook : LeavesFaithfully<E> {
  static constexpr bool k_looks_again = false;
};
template <class E>
struct LeavesWithoutFence : LeavesFaithfully<E> {
  static void leave(heddle::runtime::ParkingSlot<E>& bed) { heddle::runtime::Sleepers<E>::mark_gone(bed); }
};
template <class E>
struct WakeOverlooksGone : LeavesFaithfully<E> {
  static bool order(heddle::runtime::ParkingSlot<E>& bed) {
    heddle::runtime::Sleepers<E>::wake(bed);
    return false;
  }
};
template <class E>
struct StartsWithoutAsking : LeavesFaithfully<E> {
  static bool wants_a_thread(heddle::runtime::ParkingSlot<E>&) { return true; }
};
template <class E>
struct CountNotRestored : LeavesFaithfully<E> {
  static constexpr bool k_counts_too_early = true;
};

TEST(WrongLeaving, it_does_not_look_again) { expect_found<LeavingWith<Engine, NoSecondLook>>("deadlock"); }
TEST(WrongLeaving, it_looks_again_too_early) { expect_found<LeavingWith<Engine, LeavesWithoutFence>>("deadlock"); }
TEST(WrongLeaving, the_order_overlooks_that_the_worker_is_gone) {
  expect_found<LeavingWith<Engine, WakeOverlooksGone>>("deadlock");
}
// As two threads of one worker do.
TEST(WrongLeaving, the_order_starts_a_thread_for_a_worker_that_has_come_back) {
  expect_found<LeavingWith<Engine, StartsWithoutAsking>>("once");
}
TEST(WrongLeaving, a_worker_that_comes_back_is_not_counted) {
  expect_found<LeavingWith<Engine, CountNotRestored>>("counted");
}
TEST(WrongLeaving, in_the_engine_the_worker_looks_for_orders_too_early) {
  expect_found<Broken<Engine, NoThiefFence, LeavingBeforeRegion>>("deadlock");
}

}  // namespace
