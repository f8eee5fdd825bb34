// The order in which each scheduler hands tasks out, with one thread playing all seats.
#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "platform/threads/threads.hpp"
#include "runtime/ready_tasks.hpp"
#include "schedule/dbf/dbf.hpp"
#include "schedule/steal/steal.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using Task = graph::Task<P>;

/// A scheduler as its team has it.
template <class Scheduler>
runtime::ReadyTasks<P> with_front(graph::Seat seats) {
  return runtime::ReadyTasks<P>(std::make_unique<Scheduler>(seats), seats);
}

bool has_work(graph::Scheduler<P>& scheduler) { return scheduler.has_work(graph::k_no_seat, graph::Look::at_all); }

std::vector<Task> tasks(std::size_t count) {
  std::vector<Task> all(count);
  for (Task& task : all) {
    task.parent = nullptr;
    task.depth = 1;
    task.priority = 0;
    task.flags = 0;
  }
  return all;
}

TEST(Steal, the_owner_takes_its_youngest_task_and_a_thief_the_oldest) {
  std::vector<Task> t = tasks(6);
  schedule::Steal<P> steal(4);
  for (Task& task : t) steal.put(task, 2);
  EXPECT_EQ(steal.backlog(2, 0), 6u);
  EXPECT_EQ(steal.backlog(0, 0), 0u);
  EXPECT_EQ(steal.take(2), &t[5]);
  EXPECT_EQ(steal.take(0), &t[0]);
  EXPECT_EQ(steal.take(3), &t[1]);
  EXPECT_EQ(steal.take(2), &t[4]);
  EXPECT_EQ(steal.take(1), &t[2]);
  EXPECT_EQ(steal.take(2), &t[3]);
  EXPECT_EQ(steal.take(2), nullptr);
  EXPECT_FALSE(has_work(steal));
}

TEST(Steal, urgent_tasks_go_before_the_seats_own) {
  std::vector<Task> t = tasks(3);
  t[1].priority = 1;
  auto steal = with_front<schedule::Steal<P>>(2);
  for (Task& task : t) steal.put(task, 0);
  EXPECT_EQ(steal.take(0), &t[1]);
  EXPECT_EQ(steal.take(0), &t[2]);
  EXPECT_EQ(steal.take(0), &t[0]);
}

TEST(Steal, in_a_crowd_every_task_comes_out_once_and_none_lies_below_what_a_thief_runs) {
  std::vector<Task> t = tasks(20);
  schedule::Steal<P> steal(64);
  for (Task& task : t) steal.put(task, 5);
  for (std::size_t theft = 0; theft < t.size(); ++theft) {
    ASSERT_TRUE(steal.has_work(40, graph::Look::at_all));
    EXPECT_EQ(steal.take(40), &t[theft]) << "the oldest";
    EXPECT_EQ(steal.backlog(40, 0), 0u);
  }
  EXPECT_FALSE(steal.has_work(40, graph::Look::at_all));
  EXPECT_FALSE(steal.has_work(40, graph::Look::at_some));
}

TEST(Steal, its_own_worker_learns_of_a_backlog_no_later_than_at_the_limit) {
  std::vector<Task> t = tasks(6);
  schedule::Steal<P> steal(2);
  for (Task& task : t) steal.put(task, 0);
  for (int theft = 0; theft < 4; ++theft) EXPECT_NE(steal.take(1), nullptr);
  EXPECT_LT(steal.backlog(0, 7), 7u);
  EXPECT_EQ(steal.backlog(0, 5), 2u);
  EXPECT_EQ(steal.backlog(0, 1), 2u);
}

// Its worker counts on a full queue for a few tasks, but not on one that it is told of.
TEST(Steal, its_own_worker_learns_at_once_that_thieves_have_emptied_a_full_queue) {
  std::vector<Task> t = tasks(100);
  schedule::Steal<P> steal(2);
  EXPECT_EQ(steal.take(1), nullptr);  // a thief has found it empty before
  for (int round = 0; round < 3; ++round) {
    for (Task& task : t) steal.put(task, 0);
    for (int question = 0; question < 20; ++question) EXPECT_GE(steal.backlog(0, 100), 100u);
    for (std::size_t theft = 0; theft < t.size(); ++theft) EXPECT_NE(steal.take(1), nullptr);
    steal.put(t[0], 0);
    EXPECT_LT(steal.backlog(0, 100), 100u) << round;
    EXPECT_NE(steal.take(1), nullptr);
  }
}

TEST(Steal, a_large_team_finds_the_one_task_there_is) {
  std::vector<Task> t = tasks(1);
  schedule::Steal<P> steal(64);
  for (int round = 0; round < 50; ++round) {
    steal.put(t[0], 37);
    Task* found = nullptr;
    for (int attempt = 0; attempt < 1000 && found == nullptr; ++attempt) {
      EXPECT_TRUE(has_work(steal));
      found = steal.take(5);
    }
    EXPECT_EQ(found, &t[0]);
  }
}

TEST(Steal, a_waiting_task_gets_its_youngest_child_but_no_stranger_below_it) {
  std::vector<Task> t = tasks(3);
  Task waiting{};
  waiting.depth = 0;
  t[1].parent = &waiting;
  schedule::Steal<P> steal(2);
  steal.put(t[0], 0);
  steal.put(t[1], 0);
  EXPECT_EQ(steal.take_descendant(0, waiting), &t[1]);
  EXPECT_EQ(steal.take_descendant(0, waiting), nullptr);
  EXPECT_EQ(steal.take_descendant(1, waiting), nullptr) << "the oldest is a stranger";
  EXPECT_EQ(steal.take(1), &t[0]);
}

TEST(Steal, who_lies_down_uncovers_what_strangers_hide) {
  std::vector<Task> t = tasks(4);
  Task waiting{};
  waiting.depth = 0;
  schedule::Steal<P> steal(2);
  graph::UrgentQueue<P> others(2);
  bool moved = false;
  for (Task& task : t) steal.put(task, 0);
  EXPECT_EQ(steal.uncover(1, waiting, others, moved), nullptr) << "nothing is hidden";
  EXPECT_FALSE(moved);
  t[2].parent = &waiting;
  EXPECT_EQ(steal.take_descendant(1, waiting), nullptr);
  EXPECT_EQ(steal.uncover(1, waiting, others, moved), &t[2]);
  EXPECT_TRUE(moved);
  EXPECT_EQ(others.take(1), &t[0]) << "what lay above it";
  EXPECT_EQ(others.take(1), &t[1]);
  EXPECT_EQ(others.take(1), nullptr);
  EXPECT_EQ(steal.uncover(1, waiting, others, moved), nullptr);
  EXPECT_EQ(steal.take(1), &t[3]);
}

template <class Scheduler>
class Preferences : public testing::Test {};
using Schedulers = testing::Types<schedule::Steal<P>, schedule::BreadthFirst<P>>;
TYPED_TEST_SUITE(Preferences, Schedulers);

std::vector<Task> tasks_that_prefer(std::size_t count, std::uint32_t seat) {
  std::vector<Task> all = tasks(count);
  for (Task& task : all) {
    task.flags = graph::k_prefers;
    task.sequence = seat;
  }
  return all;
}

TYPED_TEST(Preferences, a_seat_takes_what_prefers_it_before_its_own_and_others_spare_that_for_a_while) {
  std::vector<Task> t = tasks_that_prefer(3, 1);
  std::vector<Task> plain = tasks(2);
  auto scheduler = with_front<TypeParam>(3);
  for (Task& task : t) scheduler.put(task, 0);
  scheduler.put(plain[0], 0);
  scheduler.put(plain[1], 1);
  EXPECT_EQ(scheduler.take(0), &plain[0]);
  EXPECT_EQ(scheduler.take(1), &t[0]) << "the oldest";
  EXPECT_EQ(scheduler.take(0), &plain[1]) << "what nobody prefers comes first";
  for (std::uint32_t look = 0; look < graph::Preferences<P>::k_spared; ++look) {
    EXPECT_TRUE(scheduler.has_work());
    EXPECT_EQ(scheduler.take(0), nullptr);
  }
  EXPECT_EQ(scheduler.take(0), &t[1]) << "its worker does not come";
  EXPECT_EQ(scheduler.take(0), nullptr) << "and again";
  EXPECT_EQ(scheduler.take(1), &t[2]);
  EXPECT_FALSE(scheduler.has_work());
}

TYPED_TEST(Preferences, who_waits_for_a_task_of_its_own_takes_it_whoever_it_prefers) {
  std::vector<Task> t = tasks_that_prefer(2, 1);
  Task waiting{};
  waiting.depth = 0;
  t[1].parent = &waiting;
  auto scheduler = with_front<TypeParam>(2);
  for (Task& task : t) scheduler.put(task, graph::k_no_seat);
  EXPECT_EQ(scheduler.take_descendant(0, waiting), &t[1]);
  EXPECT_EQ(scheduler.take_descendant(0, waiting), nullptr);
  EXPECT_EQ(scheduler.take_descendant(1, waiting), nullptr) << "its seat, but a stranger";
  EXPECT_EQ(scheduler.take(1), &t[0]);
}

TEST(BreadthFirst, every_queue_is_first_in_first_out_and_the_own_one_comes_first) {
  std::vector<Task> t = tasks(6);
  schedule::BreadthFirst<P> dbf(3);
  for (std::size_t i = 0; i < 6; ++i) dbf.put(t[i], i < 3 ? 0 : 1);
  EXPECT_EQ(dbf.backlog(0, 0), 3u);
  EXPECT_EQ(dbf.take(1), &t[3]);
  EXPECT_EQ(dbf.take(0), &t[0]);
  EXPECT_EQ(dbf.take(2), &t[1]) << "from the next queue that has something";
  EXPECT_EQ(dbf.take(1), &t[4]);
  EXPECT_EQ(dbf.take(1), &t[5]);
  EXPECT_EQ(dbf.take(1), &t[2]);
  EXPECT_EQ(dbf.take(1), nullptr);
  EXPECT_FALSE(has_work(dbf));
}

TEST(BreadthFirst, the_oldest_descendant_is_taken_from_between_strangers) {
  std::vector<Task> t = tasks(5);
  Task waiting{};
  waiting.depth = 0;
  t[1].parent = &waiting;
  t[4].parent = &waiting;
  schedule::BreadthFirst<P> dbf(2);
  for (Task& task : t) dbf.put(task, 0);
  EXPECT_EQ(dbf.take_descendant(1, waiting), &t[1]);
  EXPECT_EQ(dbf.take_descendant(0, waiting), &t[4]);
  EXPECT_EQ(dbf.take_descendant(0, waiting), nullptr);
  for (const std::size_t left : {0u, 2u, 3u}) EXPECT_EQ(dbf.take(0), &t[left]);
  dbf.put(t[4], 0);
  EXPECT_EQ(dbf.take(0), &t[4]) << "the end of the list is where it should be";
}

}  // namespace
