// Tasks in C: what is refused by code, and how they fail.
#include <gtest/gtest.h>

#include <cstring>
#include <span>

#include "heddle/heddle.h"

namespace {

TEST(TasksInC, are_refused_by_code) {
  EXPECT_EQ(heddle_spawn(nullptr), HEDDLE_NULL_BODY);
  heddle_task task = HEDDLE_TASK;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_NULL_BODY);
  task.body = [](void*) {};
  task.argument_alignment = 3;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_BAD_OPTION);
  task.argument_alignment = 1;
  task.flags = 1U << 20;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_BAD_OPTION);
  task.flags = 0;
  int x = 0;
  const heddle_access bad{&x, sizeof x, 7};
  task.accesses = &bad;
  task.access_count = 1;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_BAD_OPTION);
  EXPECT_EQ(heddle_spawn_plain(nullptr, nullptr, 0, 1), HEDDLE_NULL_BODY);
  EXPECT_EQ(heddle_group_wait(nullptr, nullptr), HEDDLE_NULL_BODY);
  EXPECT_EQ(heddle_event_complete(nullptr), HEDDLE_NULL_BODY);
  EXPECT_EQ(heddle_scope_run(nullptr, nullptr, nullptr, nullptr), HEDDLE_NULL_BODY);
  for (int code = HEDDLE_EVENT_USED; code <= HEDDLE_OK; ++code)
    EXPECT_STRNE(heddle_error_string(code), "not an error code of Heddle") << code;
}

TEST(TasksInC, that_write_bytes_twice_are_refused_and_never_run) {
  int cells[4] = {};
  const heddle_access whole{cells, sizeof cells, HEDDLE_OUT}, last{&cells[3], sizeof(int), HEDDLE_CONCURRENT};
  const heddle_access same[] = {whole, whole}, within[] = {last, whole};
  const heddle_access beside[] = {{cells, 3 * sizeof(int), HEDDLE_OUT}, last, {cells, sizeof cells, HEDDLE_IN}};
  int* address = cells;
  heddle_task task = HEDDLE_TASK;
  task.body = [](void* cell) { ++**static_cast<int**>(cell); };
  task.argument = &address;
  task.argument_bytes = sizeof address;
  task.argument_alignment = alignof(int*);
  const auto spawned = [&](std::span<const heddle_access> accesses) {
    task.accesses = accesses.data();
    task.access_count = accesses.size();
    return heddle_spawn(&task);
  };
  EXPECT_EQ(spawned(same), HEDDLE_OVERLAP);
  EXPECT_EQ(spawned(within), HEDDLE_OVERLAP);
  EXPECT_EQ(heddle_wait(nullptr), HEDDLE_OK);
  EXPECT_EQ(cells[0], 0);
  EXPECT_EQ(spawned(beside), HEDDLE_OK);
  EXPECT_EQ(heddle_wait(nullptr), HEDDLE_OK);
  EXPECT_EQ(cells[0], 1);
}

TEST(TasksInC, fail_with_what_the_program_says) {
  heddle_group group = HEDDLE_GROUP;
  heddle_task task = HEDDLE_TASK;
  static int released;
  released = 0;
  task.group = &group;
  task.body = [](void*) {
    const heddle_failure failure{&released, [](void* what) { ++*static_cast<int*>(what); }, "broken"};
    heddle_task_fail(&failure);
    heddle_task_fail(&failure);  // the second one is released at once
  };
  ASSERT_EQ(heddle_spawn(&task), HEDDLE_OK);
  heddle_failure failure{};
  EXPECT_EQ(heddle_group_wait(&group, &failure), HEDDLE_TASK_FAILED);
  EXPECT_STREQ(failure.task, "broken");
  EXPECT_EQ(released, 1);
  EXPECT_EQ(heddle_group_wait(&group, &failure), HEDDLE_OK);
}

}  // namespace
