// A task group under the explorer; claims, program and expected outcome: group_programs.hpp.
#include "group_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(GroupModel, its_owner_waits_for_all_and_members_see_why_it_is_cancelled) {
  expect_holds<OwnerAndMembers<Check>>({.preemptions = 2});
}

}  // namespace
