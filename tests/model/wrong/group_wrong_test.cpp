// Seeded bugs of a task group, each to be found as the failure it is. Program and claim: group_programs.hpp.
#include "tests/model/group_programs.hpp"
#include "tests/model/wrong/expect_found.hpp"
#include "tests/model/wrong/wrong_programs.hpp"

namespace {

using namespace heddle::model;
using namespace heddle::model::wrong;

/// A group is cancelled without release.
struct RelaxedCancel : Faithful {
  // order: relaxed — the seeded bug: the flag is the only bool.
  template <class T>
  static Order store(Order order, int) {
    return sizeof(T) == 1 ? Order::relaxed : order;
  }
};

TEST(WrongGroup, who_finds_it_cancelled_does_not_see_why) {
  expect_found<Broken<Engine, RelaxedCancel, OwnerAndMembers>>("race");
}
TEST(WrongGroup, the_last_member_wakes_nobody) { expect_found<Broken<Engine, NoUnpark, OwnerAndMembers>>("deadlock"); }

}  // namespace
