// The urgent queue: highest priority first, then oldest; descendants only where asked for, however many others there
// are.
#include "graph/urgent_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <random>
#include <thread>
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

void make_child(Task& child, Task& parent) {
  child.parent = &parent;
  child.depth = parent.depth + 1;
}

TEST(UrgentQueue, highest_priority_first_then_oldest) {
  std::vector<Task> tasks = tasks_with({1, 3, 0, 3, 2, 1, 3});
  graph::UrgentQueue<P> queue(2);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.take(0), nullptr);
  for (Task& task : tasks) queue.put(task, 0);
  EXPECT_EQ(queue.backlog(0), 7u);
  for (const std::size_t expected : {1u, 3u, 6u, 4u, 0u, 5u, 2u}) EXPECT_EQ(queue.take(1), &tasks[expected]);
  EXPECT_TRUE(queue.empty());
  EXPECT_EQ(queue.take(0), nullptr);
}

TEST(UrgentQueue, the_highest_priority_comes_first_whoever_has_put_it) {
  std::vector<Task> tasks = tasks_with({1, 3, 2, 0});
  graph::UrgentQueue<P> queue(130);
  queue.put(tasks[0], 0);
  queue.put(tasks[1], 129);
  queue.put(tasks[2], 64);
  queue.put(tasks[3], graph::k_no_seat);
  for (const std::size_t expected : {1u, 2u, 0u, 3u}) EXPECT_EQ(queue.take(5), &tasks[expected]);
  EXPECT_TRUE(queue.empty());
}

TEST(UrgentQueue, of_equals_those_of_the_callers_seat_come_first_in_any_word) {
  for (const graph::Seat seats : {1u, 63u, 64u, 65u, 128u, 200u}) {
    std::vector<Task> tasks = tasks_with(std::vector<std::int32_t>(seats + 1, 4));
    graph::UrgentQueue<P> queue(seats);
    for (graph::Seat seat = 0; seat < seats; ++seat) queue.put(tasks[seat], seat);
    queue.put(tasks[seats], graph::k_no_seat);
    for (graph::Seat seat = seats; seat-- > 0;) {
      EXPECT_FALSE(queue.empty());
      EXPECT_EQ(queue.backlog(seat), 1u) << seat;
      EXPECT_EQ(queue.take(seat), &tasks[seat]) << seat << " of " << seats;
      EXPECT_EQ(queue.backlog(seat), 0u) << seat;
    }
    EXPECT_EQ(queue.take(0), &tasks[seats]) << "the outsiders' place is the last one";
    EXPECT_TRUE(queue.empty());
  }
}

TEST(UrgentQueue, a_descendant_is_found_in_every_word_and_the_most_urgent_places_first) {
  constexpr graph::Seat k_seats = 200;
  for (const graph::Seat home : {0u, 63u, 64u, 130u, 199u}) {
    std::vector<Task> tasks = tasks_with({0, 1, 2, 9});
    Task& ancestor = tasks[0];
    make_child(tasks[1], ancestor);
    make_child(tasks[2], ancestor);
    graph::UrgentQueue<P> queue(k_seats);
    EXPECT_EQ(queue.take_descendant(5, ancestor), nullptr) << "nothing was ever put";
    queue.put(tasks[3], 7);  // a stranger, and the most urgent
    EXPECT_EQ(queue.take_descendant(5, ancestor), nullptr);
    queue.put(tasks[1], home);
    queue.put(tasks[2], 100);
    const Task* const first = queue.take_descendant(home, ancestor);
    EXPECT_EQ(first, &tasks[1]) << "the seat's own before others', where strangers are the most urgent";
    EXPECT_EQ(queue.take_descendant(home, ancestor), &tasks[2]);
    EXPECT_EQ(queue.take_descendant(home, ancestor), nullptr);
    EXPECT_EQ(queue.take(0), &tasks[3]);
  }
}

TEST(UrgentQueue, what_a_seat_has_seen_of_one_family_it_does_not_take_for_another) {
  std::vector<Task> tasks = tasks_with({0, 0, 1, 1});
  make_child(tasks[2], tasks[0]);
  make_child(tasks[3], tasks[1]);
  graph::UrgentQueue<P> queue(2);
  queue.put(tasks[2], 0);
  queue.put(tasks[3], 0);
  EXPECT_EQ(queue.take_descendant(1, tasks[1]), &tasks[3]);
  EXPECT_EQ(queue.take_descendant(1, tasks[1]), nullptr) << "all are seen";
  EXPECT_EQ(queue.take_descendant(1, tasks[0]), &tasks[2]);
}

TEST(UrgentQueue, any_order_of_priorities_comes_out_sorted) {
  std::mt19937 random(1);
  std::vector<std::int32_t> priorities(3000);
  for (std::int32_t& priority : priorities) priority = static_cast<std::int32_t>(random() % 500);
  std::vector<Task> tasks = tasks_with(priorities);
  std::vector<Task> parents = tasks_with(std::vector<std::int32_t>(40));
  graph::UrgentQueue<P> queue(3);
  for (Task& task : tasks) {
    make_child(task, parents[random() % parents.size()]);
    queue.put(task, random() % 3);
  }
  std::sort(priorities.rbegin(), priorities.rend());
  for (const std::int32_t priority : priorities) {
    Task* const task = queue.take(0);
    ASSERT_NE(task, nullptr);
    ASSERT_EQ(task->priority, priority);
  }
  EXPECT_TRUE(queue.empty());
}

TEST(UrgentQueue, the_most_urgent_descendant_is_taken_and_the_order_of_the_rest_kept) {
  std::vector<Task> tasks = tasks_with({5, 1, 4, 4, 3});
  Task ancestor{};
  ancestor.depth = 0;
  graph::UrgentQueue<P> queue(1);
  for (const std::size_t child : {1u, 3u, 4u}) tasks[child].parent = &ancestor;
  for (Task& task : tasks) queue.put(task, 0);
  EXPECT_EQ(queue.take_descendant(0, ancestor), &tasks[3]);
  EXPECT_EQ(queue.take(0), &tasks[0]);
  EXPECT_EQ(queue.take_descendant(0, ancestor), &tasks[4]);
  EXPECT_EQ(queue.take(0), &tasks[2]);
  EXPECT_EQ(queue.take_descendant(0, ancestor), &tasks[1]);
  EXPECT_EQ(queue.take_descendant(0, ancestor), nullptr);
  EXPECT_TRUE(queue.empty());
}

TEST(UrgentQueue, grandchildren_are_found_in_every_place_also_after_a_look_in_vain) {
  std::vector<Task> family = tasks_with({0, 0, 0, 0});  // ancestor, child, stranger, the stranger's child
  family[0].depth = 0;
  family[2].depth = 0;
  make_child(family[1], family[0]);
  make_child(family[3], family[2]);
  std::vector<Task> tasks = tasks_with({9, 9, 1, 1, 1});
  make_child(tasks[0], family[3]);
  make_child(tasks[1], family[2]);
  for (const std::size_t grandchild : {2u, 3u, 4u}) make_child(tasks[grandchild], family[1]);
  graph::UrgentQueue<P> queue(2);
  queue.put(tasks[0], 0);
  queue.put(tasks[1], 1);
  EXPECT_EQ(queue.take_descendant(0, family[0]), nullptr);
  const graph::Seat seats[] = {0, 1, graph::k_no_seat};
  for (std::size_t at = 0; at < 3; ++at) {
    queue.put(tasks[2 + at], seats[at]);
    EXPECT_EQ(queue.take_descendant(0, family[0]), &tasks[2 + at]);
    EXPECT_EQ(queue.take_descendant(0, family[0]), nullptr);
    EXPECT_EQ(queue.take_descendant(1, family[0]), nullptr);
  }
  EXPECT_EQ(queue.take_descendant(1, family[2]), &tasks[1]) << "its own child";
  EXPECT_EQ(queue.take_descendant(1, family[2]), &tasks[0]);
  EXPECT_TRUE(queue.empty());
}

TEST(UrgentQueue, every_task_is_taken_once_by_threads_that_put_and_take) {
  constexpr graph::Seat k_threads = 3;
  constexpr std::size_t k_each = 20'000;
  std::vector<Task> tasks = tasks_with(std::vector<std::int32_t>(k_threads * k_each));
  std::vector<Task> parents = tasks_with(std::vector<std::int32_t>(k_threads * 8));
  std::vector<std::atomic<int>> taken(tasks.size());
  graph::UrgentQueue<P> queue(k_threads);
  std::atomic<std::size_t> left{tasks.size()};
  const auto took = [&](const Task* task) {
    if (task == nullptr) return;
    ++taken[static_cast<std::size_t>(task - tasks.data())];
    --left;
  };
  std::vector<std::thread> threads;
  for (graph::Seat seat = 0; seat < k_threads; ++seat) {
    threads.emplace_back([&, seat] {
      std::mt19937 random(seat + 1);
      for (std::size_t at = 0; at < k_each; ++at) {
        Task& task = tasks[seat * k_each + at];
        Task& parent = parents[random() % parents.size()];
        make_child(task, parent);
        task.priority = static_cast<std::int32_t>(random() % 4);
        queue.put(task, random() % 16 == 0 ? graph::k_no_seat : seat);
        if (random() % 2 == 0) took(queue.take(seat));
        if (random() % 2 == 0) took(queue.take_descendant(seat, parents[random() % parents.size()]));
      }
      while (left != 0) took(queue.take(seat));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_TRUE(queue.empty());
  for (const std::atomic<int>& times : taken) ASSERT_EQ(times, 1);
}

}  // namespace
