// Names of task.h from before its renaming, which count for one release. That they are told of when a program is
// compiled, tests/unit/tools_check/renamed_test.py says.
#include <gtest/gtest.h>

#include <type_traits>

#include "heddle/task.h"

#pragma GCC diagnostic ignored "-Wdeprecated-declarations"

namespace {

TEST(Renamed, programs_with_the_old_names_compile_and_mean_the_same) {
  static_assert(HEDDLE_TASK_TELLS == HEDDLE_TASK_RUN_IF_CANCELLED && HEDDLE_TASK_WHOLE == HEDDLE_TASK_WITH_CHILDREN);
  heddle_whole whole = HEDDLE_WHOLE;
  static_assert(std::is_same_v<decltype(whole), heddle_coroutine> && std::is_same_v<heddle_told, heddle_failure_text>);
  int sum = 1;
  int part = 2;
  const auto add = [](void* target, void* what) { *static_cast<int*>(target) += *static_cast<int*>(what); };
  EXPECT_EQ(heddle_join(&sum, &part, add), 0);
  EXPECT_EQ(sum, 3);
  EXPECT_EQ(whole.words[0], nullptr);
}

TEST(Renamed, the_old_functions_are_there) {
  heddle_event event = HEDDLE_EVENT;
  heddle_event_by_me(&event, "the test");
  EXPECT_EQ(heddle_event_complete(&event), 0);
  EXPECT_EQ(heddle_event_done(&event), 1);
}

}  // namespace
