// Idle jobs: workers without a task do them, awake or called from their sleep, and none is left at a region's end.
#include "runtime/dispatcher.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

/// So many pieces of work, done one a call.
struct Chores final : graph::IdleJob<P> {
  bool run(const graph::ManagerContext<P>&) noexcept override {
    if (left.fetch_sub(1) > 0) return true;
    left.fetch_add(1);
    return false;
  }
  bool has_work() const noexcept override { return left > 0; }
  std::atomic<int> left{0};
};

TEST(Dispatcher, idle_workers_do_registered_jobs_in_a_region_and_between_regions) {
  static Chores chores;
  Engine engine(sleepy_settings());
  engine.runtime().idle_jobs().add(chores);
  chores.left = 1000;
  parallel(3, [] {
    if (seat() == 0) spin_until([] { return chores.left == 0; });
  });
  chores.left = 1;
  parallel(3, [] { barrier(); });
  spin_until([] { return chores.left == 0; });  // by a worker on its way to sleep
}

runtime::Settings asynchronous(runtime::Settings settings) {
  settings.dependence = "async";
  return settings;
}

TEST(Dispatcher, a_request_wakes_a_worker_that_sleeps_and_the_creator_need_not_help) {
  Engine engine(asynchronous(sleepy_settings()));
  parallel(3, [] {
    if (seat() != 0) return;
    static int x;
    static std::atomic<int> ran;
    ran = 0;
    for (int i = 1; i <= 200; ++i) {
      spawn([] { ++ran; }, {{&x, Mode::out}}, {.priority = 1});  // one with a priority is never run by its creator
      spin_until([i] { return ran == i; });
    }
  });
}

TEST(Dispatcher, a_region_leaves_no_message_to_the_next) {
  Engine engine(asynchronous(quick_settings()));
  for (int round = 0; round < 100; ++round) {
    static int cells[50];
    parallel(2, [] {
      for (int& cell : cells) spawn([] {}, {{&cell, Mode::inoutset}}, {.priority = 1});
    });
    const Team& team = *self().member->inner;
    ASSERT_NE(team.job, nullptr);
    ASSERT_FALSE(team.job->has_work());
    ASSERT_EQ(team.job->held_tasks(), 0);
  }
}

TEST(Dispatcher, a_tied_task_finds_its_child_though_enough_other_tasks_are_ready) {
  Engine engine(asynchronous(quick_settings()));
  for (const unsigned threads : {1u, 2u}) {
    parallel(threads, [] {
      if (seat() != 0) return;
      static int cells[40];
      for (int& cell : cells) {
        spawn(
            [&cell] {
              static thread_local int inner;
              spawn([] {}, {{&inner, Mode::out}}, {.priority = 1});
              taskwait();
              ++cell;
            },
            {{&cell, Mode::out}}, {.priority = 1});
      }
    });
  }
}

TEST(Dispatcher, a_yielding_task_manages_when_nobody_else_can) {
  Engine engine(asynchronous(quick_settings()));
  static int x;
  static bool ran;
  ran = false;
  parallel(1, [] {
    Task* event = spawn_detachable([] {}, {{&x, Mode::out}});
    spawn([] { ran = true; }, {{&x, Mode::out}});
    for (int i = 0; i < 10; ++i) Tasking::yield(self());
    EXPECT_FALSE(ran);
    fulfill(event);
    while (!ran) Tasking::yield(self());
  });
  EXPECT_TRUE(ran);
}

}  // namespace
