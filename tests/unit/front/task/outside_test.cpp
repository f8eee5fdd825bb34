// Tasks outside of regions: they run beside the thread that makes them, and the end of the process waits for them.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <vector>

#include "heddle/heddle.h"
#include "heddle/heddle.hpp"

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

TEST_F(TheEnd, tells_what_tasks_have_thrown_that_nobody_has_asked_for) {
  const auto act = [] {
    heddle::spawn({.name = "forgotten"}, [] { throw 1; });
    std::exit(0);
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "a task has failed: forgotten");
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
