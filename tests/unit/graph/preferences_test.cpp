// Queues of ready tasks: the oldest that is allowed comes first; what prefers a seat is spared for it, for a while.
#include "graph/preferences.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "graph/fifo_queue.hpp"
#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using Task = graph::Task<P>;
using Queue = graph::FifoQueue<P>;
using Preferences = graph::Preferences<P>;

const auto any = [](const Task*) { return true; };
const auto none = [](const Task*) { return false; };

TEST(FifoQueue, gives_tasks_in_the_order_in_which_they_came) {
  std::vector<Task> tasks(3);
  Queue queue;
  EXPECT_EQ(queue.size(), 0u);
  EXPECT_EQ(queue.take(any), nullptr);
  for (int round = 0; round < 2; ++round) {
    for (Task& task : tasks) queue.put(task);
    EXPECT_EQ(queue.size(), 3u);
    for (Task& task : tasks) EXPECT_EQ(queue.take(any), &task);
    EXPECT_EQ(queue.take(any), nullptr);
    EXPECT_EQ(queue.size(), 0u);
  }
}

TEST(FifoQueue, leaves_what_is_not_allowed_where_it_is) {
  std::vector<Task> tasks(4);
  Queue queue;
  for (Task& task : tasks) queue.put(task);
  EXPECT_EQ(queue.take(none), nullptr);
  EXPECT_EQ(queue.size(), 4u);
  const auto only = [](const Task& wanted) { return [&wanted](const Task* task) { return task == &wanted; }; };
  EXPECT_EQ(queue.take(only(tasks[2])), &tasks[2]) << "out of the middle";
  EXPECT_EQ(queue.take(only(tasks[2])), nullptr);
  EXPECT_EQ(queue.take(only(tasks[3])), &tasks[3]) << "the last";
  queue.put(tasks[2]);
  EXPECT_EQ(queue.take(only(tasks[0])), &tasks[0]) << "the first";
  EXPECT_EQ(queue.take(any), &tasks[1]);
  EXPECT_EQ(queue.take(any), &tasks[2]);
  EXPECT_EQ(queue.size(), 0u);
}

TEST(FifoQueue, a_queue_that_was_emptied_from_the_middle_can_be_used_again) {
  std::vector<Task> tasks(2);
  Queue queue;
  queue.put(tasks[0]);
  queue.put(tasks[1]);
  EXPECT_EQ(queue.take([&](const Task* task) { return task == &tasks[1]; }), &tasks[1]);
  EXPECT_EQ(queue.take(any), &tasks[0]);
  queue.put(tasks[1]);
  EXPECT_EQ(queue.take(any), &tasks[1]);
}

class PreferencesOfFour : public testing::Test {
 protected:
  PreferencesOfFour() : tasks_(3) {}

  void put(Task& task, graph::Seat seat) {
    task.sequence = seat;
    preferences_.put(task);
  }
  Task* take(graph::Seat seat) { return preferences_.take(seat, nothing_); }

  static Task* nothing_elsewhere() { return nullptr; }
  Task* (*nothing_)() = nothing_elsewhere;
  std::vector<Task> tasks_;
  Preferences preferences_{4};
};

TEST_F(PreferencesOfFour, while_nothing_prefers_a_seat_only_elsewhere_is_looked) {
  Task other{};
  EXPECT_FALSE(preferences_.has_work());
  EXPECT_EQ(preferences_.take(1, [&other] { return &other; }), &other);
  EXPECT_EQ(preferences_.take_allowed(1, any, [&other] { return &other; }), &other);
  EXPECT_EQ(take(1), nullptr);
}

TEST_F(PreferencesOfFour, a_seat_looks_first_for_what_prefers_it) {
  Task other{};
  put(tasks_[0], 1);
  EXPECT_TRUE(preferences_.has_work());
  EXPECT_EQ(preferences_.take(1, [&other] { return &other; }), &tasks_[0]);
  EXPECT_EQ(preferences_.take(1, [&other] { return &other; }), &other);
  EXPECT_FALSE(preferences_.has_work());
}

TEST_F(PreferencesOfFour, others_take_it_after_some_looks_in_vain) {
  put(tasks_[0], 2);
  for (std::uint32_t look = 0; look < Preferences::k_spared; ++look) EXPECT_EQ(take(0), nullptr) << look;
  EXPECT_EQ(take(0), &tasks_[0]);
  put(tasks_[1], 2);
  EXPECT_EQ(take(0), nullptr) << "and then spare it again";
}

TEST_F(PreferencesOfFour, a_look_that_finds_something_elsewhere_is_none_in_vain) {
  Task other{};
  put(tasks_[0], 2);
  for (std::uint32_t look = 0; look < Preferences::k_spared; ++look) EXPECT_EQ(take(0), nullptr);
  EXPECT_EQ(preferences_.take(0, [&other] { return &other; }), &other);
  for (std::uint32_t look = 0; look < Preferences::k_spared; ++look) EXPECT_EQ(take(0), nullptr);
  EXPECT_EQ(take(0), &tasks_[0]);
}

TEST_F(PreferencesOfFour, each_seat_counts_its_own_looks) {
  put(tasks_[0], 2);
  for (std::uint32_t look = 0; look < Preferences::k_spared; ++look) EXPECT_EQ(take(0), nullptr);
  EXPECT_EQ(take(1), nullptr);
  EXPECT_EQ(take(0), &tasks_[0]);
}

TEST_F(PreferencesOfFour, strangers_are_looked_for_around_the_team) {
  for (const graph::Seat preferred : {0u, 1u, 2u}) {
    put(tasks_[0], preferred);
    EXPECT_EQ(preferences_.take_allowed(3, any, nothing_), &tasks_[0]) << preferred;
  }
  put(tasks_[0], 3);
  EXPECT_EQ(preferences_.take_allowed(0, any, nothing_), &tasks_[0]);
  put(tasks_[0], 0);
  put(tasks_[1], 3);
  EXPECT_EQ(preferences_.take_allowed(2, any, nothing_), &tasks_[1]) << "the next seat first";
  EXPECT_EQ(preferences_.take_allowed(2, any, nothing_), &tasks_[0]);
}

TEST_F(PreferencesOfFour, who_waits_for_certain_tasks_spares_nobody_and_takes_no_others) {
  Task other{};
  put(tasks_[0], 1);
  put(tasks_[1], 1);
  const auto second = [this](const Task* task) { return task == &tasks_[1]; };
  EXPECT_EQ(preferences_.take_allowed(0, none, nothing_), nullptr);
  EXPECT_EQ(preferences_.take_allowed(0, second, [&other] { return &other; }), &other) << "elsewhere before strangers";
  EXPECT_EQ(preferences_.take_allowed(0, second, nothing_), &tasks_[1]);
  EXPECT_EQ(preferences_.take_allowed(1, any, [&other] { return &other; }), &tasks_[0]) << "its own before elsewhere";
}

TEST_F(PreferencesOfFour, has_work_wherever_it_is) {
  for (graph::Seat seat = 0; seat < 4; ++seat) {
    put(tasks_[0], seat);
    EXPECT_TRUE(preferences_.has_work()) << seat;
    EXPECT_EQ(take(seat), &tasks_[0]);
    EXPECT_FALSE(preferences_.has_work()) << seat;
  }
}

}  // namespace
