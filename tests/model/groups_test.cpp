// Groups under the explorer; claim, program and expected outcome: groups_programs.hpp.
#include "groups_programs.hpp"
#include "run_check.hpp"

namespace {

using namespace heddle::model;
using heddle::platform::Check;

TEST(GroupsModel, a_stated_task_finds_its_ancestor_where_all_of_its_group_wait) {
  expect_holds<Stranded<Check>>({.preemptions = 2});
}

}  // namespace
