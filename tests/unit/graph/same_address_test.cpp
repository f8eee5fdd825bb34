// A task's accesses with each address once; groups and their cancellation; whose descendant a task is.
#include "graph/same_address.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "graph/group.hpp"
#include "graph/task.hpp"
#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using graph::Access;
using graph::Mode;
using P = platform::Threads;
using Task = graph::Task<P>;

char memory[4];

std::vector<std::pair<void*, Mode>> joined(std::vector<Access> accesses) {
  graph::join_same(accesses);
  std::vector<std::pair<void*, Mode>> found;
  for (const Access& access : accesses) found.emplace_back(access.address, access.mode);
  return found;
}

using Found = std::vector<std::pair<void*, Mode>>;

TEST(SameAddress, accesses_come_by_address_each_once) {
  EXPECT_EQ(joined({}), Found{});
  EXPECT_EQ(joined({{memory + 2, Mode::in}, {memory, Mode::out}, {memory + 1, Mode::inoutset}}),
            (Found{{memory, Mode::out}, {memory + 1, Mode::inoutset}, {memory + 2, Mode::in}}));
  EXPECT_EQ(joined({{memory, Mode::in}, {memory, Mode::in}, {memory, Mode::in}}), (Found{{memory, Mode::in}}));
}

TEST(SameAddress, two_modes_become_the_one_that_stands_for_both) {
  EXPECT_EQ(joined({{memory, Mode::in}, {memory + 1, Mode::in}, {memory, Mode::out}}),
            (Found{{memory, Mode::out}, {memory + 1, Mode::in}}));
  EXPECT_EQ(joined({{memory, Mode::in}, {memory, Mode::inoutset}}),
            (Found{{memory, graph::both(Mode::in, Mode::inoutset)}}));
}

TEST(SameAddress, beside_all_memory_nothing_is_left) {
  EXPECT_EQ(joined({{memory, Mode::in}, {graph::k_all_memory, Mode::out}, {memory + 1, Mode::out}}),
            (Found{{graph::k_all_memory, Mode::out}}));
  EXPECT_EQ(joined({{graph::k_all_memory, Mode::out}}), (Found{{graph::k_all_memory, Mode::out}}));
}

TEST(Group, is_cancelled_with_any_that_contains_it) {
  graph::Group<P> outer;
  graph::Group<P> middle;
  graph::Group<P> inner;
  inner.outer = &middle;
  middle.outer = &outer;
  EXPECT_FALSE(inner.is_cancelled());
  middle.cancel();
  EXPECT_TRUE(inner.is_cancelled());
  EXPECT_TRUE(middle.is_cancelled());
  EXPECT_FALSE(outer.is_cancelled());
}

/// A chain of tasks, each the parent of the next.
std::vector<Task> chain(std::uint32_t length) {
  std::vector<Task> tasks(length);
  for (std::uint32_t index = 0; index < length; ++index) {
    tasks[index].depth = index;
    tasks[index].parent = index == 0 ? nullptr : &tasks[index - 1];
  }
  return tasks;
}

TEST(Task, descends_from_those_above_it_and_from_no_others) {
  std::vector<Task> tasks = chain(5);
  for (std::size_t lower = 0; lower < tasks.size(); ++lower)
    for (std::size_t upper = 0; upper < tasks.size(); ++upper)
      EXPECT_EQ(tasks[lower].descends_from(tasks[upper]), upper <= lower) << lower << " from " << upper;
  Task sibling{};
  sibling.depth = 2;
  sibling.parent = &tasks[1];
  EXPECT_FALSE(tasks[3].descends_from(sibling));
  EXPECT_TRUE(sibling.descends_from(tasks[1]));
}

TEST(Task, whose_block_was_recycled_ends_the_search_all_the_same) {
  std::vector<Task> tasks = chain(2);
  tasks[1].depth = 9;  // more than there are parents
  Task other{};
  other.depth = 0;
  EXPECT_FALSE(tasks[1].descends_from(other));
}

TEST(Task, of_a_front_is_of_the_programs_code) {
  const auto front = [](void*) {};
  const auto program = [](void*) {};
  Task task{};
  task.body = front;
  task.flags = 0;
  EXPECT_EQ(task.code(), static_cast<graph::Body>(front));
  graph::Body first_word = program;
  task.argument = &first_word;
  task.flags = graph::k_wrapped | graph::k_untied;
  EXPECT_EQ(task.code(), static_cast<graph::Body>(program));
  EXPECT_TRUE(task.has(graph::k_untied));
  EXPECT_FALSE(task.has(graph::k_final));
}

}  // namespace
