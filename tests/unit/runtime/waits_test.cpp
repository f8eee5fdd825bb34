// Waits one by one: what may be run meanwhile, what is waited for and what is not, and tasks that are skipped. In teams
// of one the order is the program's, and a wait that would hang is found at once.
#include "runtime/wait.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;
using runtime::Runs;
using runtime::WaitTarget;

/// Puts a task into the queue of a team of one: it waits for an event, which is not the team's affair.
template <class Body>
void queue(Body body) {
  static int x;
  Task* const event = spawn_detachable([] {}, {{&x, Mode::out}});
  spawn(body, {{&x, Mode::in}});
  fulfill(event);
}

TEST(Yield, runs_one_task_of_its_own_and_nothing_where_there_is_none) {
  Engine engine(quick_settings());
  parallel(1, [] {
    Tasking::yield(self());
    int ran = 0;
    queue([&ran] { ++ran; });
    EXPECT_EQ(ran, 0) << "queued";
    Tasking::yield(self());
    EXPECT_EQ(ran, 1);
    Tasking::yield(self());
    EXPECT_EQ(ran, 1);
    queue([&ran] { ++ran; });
    queue([&ran] { ++ran; });
    Tasking::yield(self());
    EXPECT_EQ(ran, 2) << "one";
    taskwait();
    EXPECT_EQ(ran, 3);
  });
}

TEST(Yield, leaves_tasks_of_others_alone) {
  Engine engine(quick_settings());
  parallel(1, [] {
    static int x;
    int ran = 0;
    Task* const event = spawn_detachable([] {}, {{&x, Mode::out}});
    spawn([&ran] { ++ran; }, {{&x, Mode::in}});  // a sibling of the next
    int seen = -1;
    spawn([event, &ran, &seen] {
      fulfill(event);
      Tasking::yield(self());
      seen = ran;
    });
    taskwait();
    EXPECT_EQ(seen, 0) << "no descendant of the task that yields";
    EXPECT_EQ(ran, 1);
  });
}

TEST(WaitChildren, is_over_with_the_children_and_runs_what_they_are) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u, 4u}) {
    std::atomic<int> ran{0};
    parallel(threads, [&] {
      if (seat() != 0) return;
      taskwait();  // for nothing
      for (int round = 1; round <= 20; ++round) {
        for (int i = 0; i < 30; ++i) spawn([&ran] { ++ran; });
        taskwait();
        EXPECT_EQ(ran, 30 * round);
      }
      queue([&ran] { ++ran; });
      taskwait();
      EXPECT_EQ(ran, 601);
    });
  }
}

TEST(WaitSubtrees, is_over_with_all_that_the_children_have_made) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 3u}) {
    std::atomic<int> ran{0};
    parallel(threads, [&] {
      if (seat() != 0) return;
      Tasking::wait_subtrees(self());  // for nothing
      for (int round = 1; round <= 10; ++round) {
        for (int child = 0; child < 5; ++child)
          spawn([&ran] {
            for (int grandchild = 0; grandchild < 5; ++grandchild)
              spawn([&ran] { spawn([&ran] { P::yield(), ++ran; }); });
          });
        Tasking::wait_subtrees(self());
        EXPECT_EQ(ran, 25 * round) << "great-grandchildren, too";
      }
    });
  }
}

TEST(Groups, nest_and_a_task_that_leaves_one_is_in_the_outer_again) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u}) {
    parallel(threads, [&] {
      if (seat() != 0) return;
      std::atomic<int> inner{0}, outer{0};
      EXPECT_EQ(self().task->group, nullptr);
      taskgroup([&] {
        graph::Group<P>* const first = self().task->group;
        ASSERT_NE(first, nullptr);
        EXPECT_EQ(first->owner, self().task);
        EXPECT_EQ(first->outer, nullptr);
        spawn([&outer] { ++outer; });
        taskgroup([&] {
          EXPECT_EQ(self().task->group->outer, first);
          spawn([&inner, first] {
            EXPECT_EQ(self().task->group->outer, first) << "its creator's group";
            spawn([&inner] { ++inner; });
            ++inner;
          });
        });
        EXPECT_EQ(inner, 2);
        EXPECT_EQ(self().task->group, first);
      });
      EXPECT_EQ(outer, 1);
      EXPECT_EQ(self().task->group, nullptr);
    });
  }
}

TEST(Groups, are_used_again_as_new) {
  Engine engine(quick_settings());
  parallel(1, [] {
    graph::Group<P>* first = nullptr;
    taskgroup([&] {
      first = self().task->group;
      first->cancel();
      first->reductions = first;
      first->front = first;
    });
    taskgroup([&] {
      EXPECT_EQ(self().task->group, first);
      EXPECT_FALSE(first->is_cancelled());
      EXPECT_EQ(first->reductions, nullptr);
      EXPECT_EQ(first->front, nullptr);
      EXPECT_TRUE(first->members.none());
    });
  });
}

TEST(GroupsDeathTest, that_were_not_opened_cannot_be_closed) {
  Engine engine(quick_settings());
  EXPECT_DEATH(parallel(1, [] { Tasking::close_group(self()); }), "a taskgroup ends that this task has not opened");
  EXPECT_DEATH(parallel(1, [] { taskgroup([] { spawn([] { Tasking::close_group(self()); }); }); }),
               "a taskgroup ends that this task has not opened");
}

TEST(Skipped, are_tasks_of_a_cancelled_group_that_have_not_begun_and_no_others) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u}) {
    int before = 0, skipped = 0, beside = 0, in_inner = 0;
    parallel(threads, [&] {
      if (seat() != 0) return;
      self().member->team->cancellable = true;
      taskgroup([&] {
        spawn([&before] { ++before; }, {}, {.undeferred = true});
        self().task->group->cancel();
        for (int i = 0; i < 10; ++i) spawn([&skipped] { ++skipped; });
        taskgroup([&] { spawn([&in_inner] { ++in_inner; }); });
      });
      spawn([&beside] { ++beside; });
      taskwait();
    });
    EXPECT_EQ(before, 1);
    EXPECT_EQ(skipped, 0);
    EXPECT_EQ(in_inner, 0) << "a group inside of it is cancelled with it";
    EXPECT_EQ(beside, 1);
  }
}

TEST(Skipped, is_nothing_where_nobody_may_cancel) {
  Engine engine(quick_settings());
  int ran = 0;
  parallel(1, [&] {
    self().member->team->cancellable = false;
    taskgroup([&] {
      self().task->group->cancel();
      spawn([&ran] { ++ran; });
    });
  });
  EXPECT_EQ(ran, 1);
}

TEST(Skipped, tasks_let_their_successors_go) {
  Engine engine(quick_settings());
  int x = 0, ran = 0;
  parallel(1, [&] {
    self().member->team->cancellable = true;
    Task* event = nullptr;
    taskgroup([&] {
      event = spawn_detachable([] {}, {{&x, Mode::out}});
      spawn([&ran] { ++ran; }, {{&x, Mode::out}});  // waits for the first, and will be skipped
      self().task->group->cancel();
      fulfill(event);
    });
    spawn([&ran] { ran += 10; }, {{&x, Mode::out}});
    taskwait();
    self().member->team->cancellable = false;
  });
  EXPECT_EQ(ran, 10);
}

// What is waited for here nobody in the team brings about but who waits, or another thread.
TEST(WaitFor, runs_what_it_may_and_no_more) {
  Engine engine(quick_settings());
  parallel(1, [] {
    int ran = 0;
    queue([&ran] { ++ran; });
    runtime::wait_for(self(), [] { return true; }, Runs::any, WaitTarget::others);
    EXPECT_EQ(ran, 0) << "it had come already";
    int looks = 0;
    runtime::wait_for(self(), [&looks] { return ++looks > 3; }, Runs::none, WaitTarget::others);
    EXPECT_EQ(ran, 0);
    runtime::wait_for(self(), [&ran] { return ran == 1; }, Runs::own, WaitTarget::others);
    queue([&ran] { ++ran; });
    runtime::wait_for(self(), [&ran] { return ran == 2; }, Runs::any, WaitTarget::others);
    EXPECT_EQ(ran, 2);
  });
}

TEST(WaitFor, asks_what_may_settle_it_when_there_is_nothing_to_run) {
  Engine engine(sleepy_settings());
  parallel(1, [] {
    int settled = 0, lay_down = 0;
    const runtime::Until until{[&settled] { return settled == 3; },
                               [&settled] {
                                 ++settled;
                                 return settled == 3;
                               },
                               [&lay_down] {
                                 ++lay_down;
                                 return true;  // there is something after all
                               }};
    runtime::wait_for(self(), until, Runs::own, WaitTarget::others);
    EXPECT_EQ(settled, 3);
    EXPECT_GE(lay_down, 1) << "it was ready for sleep in between";
  });
}

TEST(WaitFor, sleeps_until_another_thread_wakes_it) {
  Engine engine(sleepy_settings());
  Worker& waiter = self();
  std::atomic<bool> come{false};
  std::thread other([&] {
    spin_until([&] { return runtime::Sleepers<P>::rest(waiter.bed) != runtime::Rest::awake; });
    come = true;
    runtime::Sleepers<P>::wake(waiter.bed);
  });
  parallel(1, [&] {
    runtime::wait_for(self(), [&] { return come.load(); }, Runs::none, WaitTarget::others);
    EXPECT_FALSE(self().member->team->sleepers.any());
  });
  other.join();
  EXPECT_EQ(runtime::Sleepers<P>::rest(waiter.bed), runtime::Rest::awake);
}

TEST(Undeferred, with_predecessors_its_creator_helps_until_it_may_run) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u}) {
    std::vector<int> order;
    int x = 0;
    parallel(threads, [&] {
      if (seat() != 0) return;
      Task* const event = spawn_detachable([] {}, {{&x, Mode::out}});
      spawn([&order] { order.push_back(1); }, {{&x, Mode::out}});
      fulfill(event);
      spawn([&order] { order.push_back(2); }, {{&x, Mode::out}}, {.undeferred = true});
      order.push_back(3);
    });
    EXPECT_EQ(order, (std::vector<int>{1, 2, 3}));
  }
}

TEST(Priorities, in_a_team_of_one_queued_tasks_run_by_them) {
  Engine engine(quick_settings());
  std::vector<int> order;
  parallel(1, [&] {
    int x = 0;
    Task* const event = spawn_detachable([] {}, {{&x, Mode::out}});
    for (const int priority : {1, 5, 3}) {
      runtime::Spawn how;
      how.priority = priority;
      spawn([&order, priority] { order.push_back(priority); }, {{&x, Mode::in}}, how);
    }
    fulfill(event);
    taskwait();
  });
  EXPECT_EQ(order, (std::vector<int>{5, 3, 1}));
}

}  // namespace
