// Seeded bugs of groups, each to be found as the failure it is. Program and claim: groups_programs.hpp.
#include "tests/model/groups_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

template <class E>
struct LastWakesNobody : GoodManners<E> {
  static constexpr bool wakes = false;
};
template <class E>
using AloneOnBegin = StrandedWith<E, LastWakesNobody>;

template <class E>
struct PutterDoesNotLook : GoodManners<E> {
  static constexpr bool looks = false;
};
template <class E>
using AloneOnPut = StrandedWith<E, PutterDoesNotLook>;

/// Only the worker of the waiting group (thread 1) has no fence.
struct NoFenceOfWorker : Faithful {
  static bool keeps_fence(int thread) { return thread != 1; }
  // order: relaxed — the seeded bug: nor does its count order anything.
  template <class T>
  static Order exchange(Order order, int thread) {
    return thread == 1 ? Order::relaxed : order;
  }
};
struct NoFenceOfPutter : Faithful {
  static bool keeps_fence(int thread) { return thread != 2; }
};

TEST(WrongGroups, the_last_that_begins_to_wait_wakes_nobody) {
  expect_found<Broken<Engine, Faithful, AloneOnBegin>>("deadlock");
}
TEST(WrongGroups, the_putter_does_not_look_whether_all_wait) {
  expect_found<Broken<Engine, Faithful, AloneOnPut>>("deadlock");
}
TEST(WrongGroups, who_begins_to_wait_has_no_fence) {
  expect_found<Broken<Engine, NoFenceOfWorker, Stranded>>("deadlock");
}
TEST(WrongGroups, the_putter_has_no_fence) { expect_found<Broken<Engine, NoFenceOfPutter, Stranded>>("deadlock"); }

}  // namespace
