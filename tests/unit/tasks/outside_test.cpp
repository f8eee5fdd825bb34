// Tasks outside of regions: they run beside the thread that makes them, and the end of the process waits for them.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

#include "heddle/heddle.h"
#include "heddle/heddle.hpp"
#include "tests/unit/forks.hpp"

namespace {

using heddle::in;
using heddle::inout;

TEST(TasksOutsideOfRegions, run_though_nobody_waits) {
  std::atomic<bool> ran{false};
  heddle::spawn([&ran] { ran = true; });
  while (!ran) std::this_thread::yield();
  heddle::wait();
}

TEST(TasksOutsideOfRegions, throw_out_of_wait_once) {
  heddle::spawn({.name = "loose"}, [] { throw 3; });
  EXPECT_THROW(heddle::wait(), int);
  EXPECT_STREQ(heddle::last_failed_task().name, "loose");
  heddle::wait();
}

TEST(TasksOutsideOfRegions, share_the_thread_with_loops_and_groups_that_outlast_regions) {
  std::atomic<int> sum{0};
  heddle::event late;
  heddle::task_group group;
  group.run([&sum] { ++sum; });
  heddle::spawn({.until = &late}, [] {});  // the loop must not wait for it
  heddle::parallel_for(0, 100, [&sum](int) { ++sum; });
  late.complete();
  heddle::parallel_for(0, 100, [&sum](int) { ++sum; });
  group.run([&sum] { ++sum; });
  group.wait();
  heddle::wait();
  heddle::parallel_for(0, 100, [&sum](int) { heddle::spawn([&sum] { ++sum; }); });
  heddle::wait();
  EXPECT_EQ(sum, 302);
}

TEST(TasksOutsideOfRegions, of_several_threads_know_nothing_of_each_other) {
  std::vector<std::thread> threads;
  std::atomic<long> sum{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&sum] {
      int mine = 0;
      for (int i = 0; i < 500; ++i) heddle::spawn([&mine] { ++mine; }, inout(mine));
      heddle::wait();
      sum += mine;
      heddle::spawn([&sum] { ++sum; });  // the thread's end waits for it
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sum, 2004);
}

// The end of the process, in a process of its own.
class TheEnd : public testing::Test {
 protected:
  TheEnd() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

TEST_F(TheEnd, waits_for_tasks_that_nobody_has_waited_for) {
  const auto act = [] {
    static heddle::event late;
    heddle::spawn({.until = &late}, [] { std::thread([] { late.complete(); }).detach(); });
    int chain = 0;
    for (int i = 0; i < 100; ++i) heddle::spawn([] {}, inout(chain));
    heddle::spawn([] { std::fputs("the last one ran\n", stderr); }, in(chain));
    std::exit(0);
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "the last one ran");
}

TEST_F(TheEnd, tells_what_tasks_have_thrown_that_nobody_has_asked_for_and_fails) {
  const auto act = [] {
    heddle::spawn({.name = "forgotten"}, [] { throw std::runtime_error("no such luck"); });
    std::exit(0);
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(1),
              "a task has failed: 'no such luck', in 'forgotten', made at .*outside_test.cpp:8");
}

TEST_F(TheEnd, keeps_the_status_that_the_program_has_chosen) {
  const auto act = [] {
    heddle::spawn([] { throw 1; });
    std::exit(7);
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(7), "a task has failed");
}

TEST_F(TheEnd, of_a_thread_tells_what_its_tasks_have_thrown_so_that_no_other_thread_gets_it) {
  const auto act = [] {
    std::thread([] { heddle::spawn([] { throw std::runtime_error("left behind"); }); }).join();
    std::thread([] { heddle::wait(); }).join();  // may be the same worker
    std::exit(0);
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(1), "a task has failed: 'left behind'");
}

TEST_F(TheEnd, tells_of_a_value_that_nobody_has_asked_for_and_was_an_exception) {
  const auto thrown = [] {
    heddle::async([]() -> int { throw std::runtime_error("no value"); });
    heddle::wait();
    std::exit(0);
  };
  EXPECT_EXIT(thrown(), testing::ExitedWithCode(1), "a task has failed: 'no value', .*its future was given up");
  const auto handed_on = [] {
    heddle::async([]() -> int { throw std::runtime_error("no value"); }).then([](int value) { return value; });
    heddle::wait();
    std::exit(0);
  };
  EXPECT_EXIT(handed_on(), testing::ExitedWithCode(1), "a task has failed: 'no value'");
  const auto asked = [] {
    const heddle::future<int> value = heddle::async([]() -> int { throw 3; });
    try {
      value.get();
    } catch (int) {
      std::fputs("got it\n", stderr);
    }
    std::exit(0);
  };
  EXPECT_EXIT(asked(), testing::ExitedWithCode(0), "^got it\n$");
}

TEST_F(TheEnd, is_silent_on_values_of_tasks_that_were_left_out_and_of_those_that_hand_this_on) {
  const auto act = [] {
    heddle::task_group group;
    group.cancel();
    const heddle::future<int> left_out = heddle::async(group, [] { return 1; });
    group.wait();
    heddle::async([left_out] { return left_out.get(); });
    heddle::wait();
    std::exit(0);
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "^$");
}

TEST_F(TheEnd, tells_what_a_task_in_c_has_failed_with) {
  const auto act = [] {
    heddle_task task = HEDDLE_TASK;
    task.body = [](void*) {
      const heddle_failure failure = {nullptr, nullptr, "unnamed"};
      const heddle_failure_text told = {"disk full", "writer", nullptr};
      heddle_task_fail_with(&failure, &told);
    };
    heddle_spawn(&task);
    std::exit(0);
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(1), "a task has failed: 'disk full', in 'writer', which runs ");
}

// Nobody in the child will end what waits for the parent's events, with one worker or several.
TEST_F(TheEnd, of_a_forked_child_does_not_wait_for_the_parents_tasks) {
  HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS();
  const auto act = [] {
    heddle::event late;
    int x = 0;
    heddle::spawn({.until = &late}, [] {}, inout(x));
    const pid_t child = fork();
    if (child == 0) {
      for (int i = 0; i < 100; ++i) heddle::spawn([&x] { ++x; }, inout(x));
      heddle::wait();
      std::exit(x == 100 ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    late.complete();
    std::exit(status);
  };
  for (const char* const threads : {"1", "2"}) {
    setenv("OMP_NUM_THREADS", threads, 1);
    EXPECT_EXIT(act(), testing::ExitedWithCode(0), "");
  }
  unsetenv("OMP_NUM_THREADS");
}

// The parent tells what its tasks have thrown, the child what its own have.
TEST_F(TheEnd, of_a_forked_child_does_not_tell_what_is_the_parents) {
  HEDDLE_SKIP_IF_FORKS_LOSE_LOCKS();
  const auto act = [] {
    int thrown = 0;
    heddle::event over;
    heddle::spawn([] { throw std::runtime_error("of the parent"); }, inout(thrown));
    heddle::spawn([&over] { over.complete(); }, inout(thrown));
    over.wait();
    const pid_t child = fork();
    if (child == 0) std::exit(0);
    int status = 1;
    waitpid(child, &status, 0);
    try {
      heddle::wait();
    } catch (const std::runtime_error&) {
      std::exit(status);
    }
  };
  // In a child, LeakSanitizer may say that the parent's threads were not suspended.
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "^(==[0-9]+==Running thread [0-9]+ was not suspended[^\n]*\n)*$");
}

TEST_F(TheEnd, refuses_tasks_behind_it) {
  const auto act = [] {
    std::atexit([] {  // runs after what Heddle registers with its first task
      const int code = heddle_spawn_plain([](void*) {}, nullptr, 0, 1);
      std::fprintf(stderr, "%s\n", heddle_error_string(code));
    });
    heddle::spawn([] {});
    std::exit(0);
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "the process is ending");
}

}  // namespace
