// Tasks that the program begins and ends itself: with accesses and an event they order their siblings like others. And
// events that may happen before the task is made.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

struct Arguments {
  graph::Body code;
  std::atomic<int>* ran;
};
void code(void* arguments) { ++*static_cast<Arguments*>(arguments)->ran; }

Task& reserve(std::atomic<int>& ran) {
  Task& task = Tasking::reserve(
      self(),
      {.body = code, .code = code, .bytes = sizeof(Arguments), .alignment = alignof(Arguments), .eventful = true});
  *static_cast<Arguments*>(task.argument) = {code, &ran};
  return task;
}

runtime::Spawn with_event(std::initializer_list<Access> accesses) {
  return {.body = code,
          .accesses = accesses.begin(),
          .access_count = static_cast<std::uint32_t>(accesses.size()),
          .flags = graph::k_detachable};
}

/// Lets others run what they can, and this thread what is its own.
void try_hard() {
  for (int i = 0; i < 5; ++i) {
    Tasking::yield(self());
    P::yield();
  }
}

TEST(Begun, a_task_with_an_event_holds_its_successors_until_that_has_happened) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u}) {
    for (const bool early : {false, true}) {
      parallel(threads, [&] {
        if (seat() != 0) return;
        int x = 0;
        std::atomic<int> unused{0}, ran{0};
        Task* const outer = self().task;
        Task& task = reserve(unused);
        Tasking::begin_reserved(self(), task, with_event({{&x, Mode::out}}));
        EXPECT_EQ(self().task, &task);
        EXPECT_EQ(task.runner.load(), &self());
        EXPECT_EQ(task.parent.load(), outer);
        std::atomic<int> children{0};
        spawn([&children] { ++children; });
        taskwait();
        EXPECT_EQ(children, 1) << "it may have children, and wait for them";
        if (early) fulfill(&task);
        Tasking::end_reserved(self(), task);
        EXPECT_EQ(self().task, outer);
        spawn([&ran] { ++ran; }, {{&x, Mode::in}});
        if (!early) {
          try_hard();
          EXPECT_EQ(ran, 0) << "its body is over, its event has not happened";
          fulfill(&task);
        }
        taskwait();
        EXPECT_EQ(ran, 1);
        EXPECT_EQ(unused, 0) << "the engine has called nothing";
      });
    }
  }
}

TEST(Begun, it_waits_for_its_predecessors_first) {
  Engine engine(sleepy_settings());
  for (int round = 0; round < 10; ++round) {
    parallel(2, [&] {
      if (seat() != 0) return;
      int x[6] = {};
      std::atomic<int> before{0}, unused{0};
      for (int& cell : x) {
        spawn([&before] { P::yield(), ++before; }, {{&cell, Mode::out}});
      }
      Task& task = reserve(unused);
      // More than there is room for beside the arguments.
      Tasking::begin_reserved(self(), task,
                              with_event({{&x[0], Mode::out},
                                          {&x[1], Mode::out},
                                          {&x[2], Mode::out},
                                          {&x[3], Mode::out},
                                          {&x[4], Mode::out},
                                          {&x[5], Mode::in}}));
      EXPECT_EQ(before, 6);
      Tasking::end_reserved(self(), task);
      fulfill(&task);
    });
  }
}

TEST(Begun, its_successors_run_though_its_creator_goes_on) {
  Engine engine(quick_settings());
  parallel(2, [&] {
    if (seat() != 0) return;
    int x = 0;
    std::atomic<int> unused{0}, ran{0};
    Task& task = reserve(unused);
    Tasking::begin_reserved(self(), task, with_event({{&x, Mode::out}}));
    fulfill(&task);
    Tasking::end_reserved(self(), task);
    for (int i = 0; i < 3; ++i) spawn([&ran] { ++ran; }, {{&x, Mode::in}});
    spin_until([&] { return ran == 3; });  // by the other thread: this one runs nothing here
  });
}

TEST(Exposed, a_task_whose_event_has_happened_before_it_was_made_ends_with_its_body) {
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u}) {
    parallel(threads, [&] {
      if (seat() != 0) return;
      int x = 0;
      std::atomic<int> ran{0}, after{0};
      Task& task = reserve(ran);
      Tasking::expose_reserved(self(), task);
      fulfill(&task);
      Tasking::spawn_reserved(self(), task, with_event({{&x, Mode::out}}));
      spawn([&] { after = ran.load(); }, {{&x, Mode::in}});
      taskwait();
      EXPECT_EQ(ran, 1);
      EXPECT_EQ(after, 1);
    });
  }
}

TEST(Exposed, a_thread_outside_of_the_team_may_let_the_event_happen_at_any_time) {
  Engine engine(sleepy_settings());
  std::atomic<Task*> exposed{nullptr};
  std::atomic<bool> over{false};
  std::thread outside([&] {
    engine.enter();
    while (!over) {
      if (Task* const task = exposed.exchange(nullptr)) fulfill(task);
      P::yield();
    }
    engine.leave();
  });
  std::atomic<int> ran{0};
  for (int round = 0; round < 60; ++round) {
    parallel(1 + static_cast<unsigned>(round) % 3, [&] {
      if (seat() != 0) return;
      Task& task = reserve(ran);
      Tasking::expose_reserved(self(), task);
      exposed = &task;
      Tasking::spawn_reserved(self(), task, with_event({}));
    });
    EXPECT_EQ(ran, round + 1);
  }
  over = true;
  outside.join();
}

TEST(Reserved, of_a_chain_in_one_thread_each_makes_the_next_and_none_needs_a_stack_for_all) {
  // In a team of one they run inside each other, as long as there is stack.
  struct Link {
    graph::Body code;
    int* left;
    static void run(void* arguments) {
      int* const left = static_cast<Link*>(arguments)->left;
      if (--*left != 0) make(left);
    }
    static void make(int* left) {
      Task& task =
          Tasking::reserve(self(), {.body = run, .code = run, .bytes = sizeof(Link), .alignment = alignof(Link)});
      *static_cast<Link*>(task.argument) = {run, left};
      Tasking::spawn_reserved_plain(self(), task, run);
    }
  };
  Engine engine(quick_settings());
  for (const unsigned threads : {1u, 2u}) {
    int left = 20'000;
    parallel(threads, [&] {
      if (seat() == 0) Link::make(&left);
    });
    EXPECT_EQ(left, 0);
  }
}

}  // namespace
