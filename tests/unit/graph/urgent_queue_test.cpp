// The urgent queue: highest priority first, then oldest, and descendants only where asked for.
#include "graph/urgent_queue.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using Task = graph::Task<P>;

std::vector<Task> tasks_with(const std::vector<std::int32_t>& priorities) {
  std::vector<Task> tasks(priorities.size());
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    tasks[i].priority = priorities[i];
    tasks[i].parent = nullptr;
    tasks[i].depth = 1;
  }
  return tasks;
}

TEST(UrgentQueue, highest_priority_first_then_oldest) {
  std::vector<Task> tasks = tasks_with({1, 3, 0, 3, 2, 1, 3});
  graph::UrgentQueue<P> queue;
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.take(), nullptr);
  for (Task& task : tasks) queue.put(task);
  for (const std::size_t expected : {1u, 3u, 6u, 4u, 0u, 5u, 2u}) EXPECT_EQ(queue.take(), &tasks[expected]);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.take(), nullptr);
}

TEST(UrgentQueue, the_most_urgent_descendant_is_taken_and_the_order_of_the_rest_kept) {
  std::vector<Task> tasks = tasks_with({5, 1, 4, 4, 3});
  Task ancestor{};
  ancestor.depth = 0;
  graph::UrgentQueue<P> queue;
  for (const std::size_t child : {1u, 3u, 4u}) tasks[child].parent = &ancestor;
  for (Task& task : tasks) queue.put(task);
  EXPECT_EQ(queue.take_descendant(ancestor), &tasks[3]);
  EXPECT_EQ(queue.take(), &tasks[0]);
  EXPECT_EQ(queue.take_descendant(ancestor), &tasks[4]);
  EXPECT_EQ(queue.take(), &tasks[2]);
  EXPECT_EQ(queue.take_descendant(ancestor), &tasks[1]);
  EXPECT_EQ(queue.take_descendant(ancestor), nullptr);
  EXPECT_TRUE(queue.empty());
}

}  // namespace
