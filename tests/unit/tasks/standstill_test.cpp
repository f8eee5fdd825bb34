// A program that hangs in waits of heddle.hpp is told which task waits for what, with names and lines.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

#include "heddle/heddle.hpp"
#include "process/process.hpp"

namespace {

/// In a process of its own, which has no patience: ends when it has told of its standstill.
class Standstill : public testing::Test {
 protected:
  Standstill() {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    setenv("HEDDLE_PATIENCE", "1", 1);
    setenv("OMP_NUM_THREADS", "2", 1);
  }
  ~Standstill() override {
    unsetenv("HEDDLE_PATIENCE");
    unsetenv("OMP_NUM_THREADS");
  }
};

void end_when_told() {
  std::thread([] {
    while (!heddle::process::Process::get().runtime->standstill_told())
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    _Exit(0);
  }).detach();
}

TEST_F(Standstill, names_who_waits_for_which_event_and_where_it_was_made) {
  const auto act = [] {
    end_when_told();
    static heddle::event never;
    heddle::spawn({.name = "consumer"}, [] { never.wait(); });
    heddle::wait();
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0),
              "nothing has moved for .* among 2 workers(.|\n)*"
              "in the task 'consumer', made at .*standstill_test.cpp:4. .*waits for the event at 0x.*, which no "
              "task has begun to complete");
}

TEST_F(Standstill, names_a_task_without_a_name_by_its_line) {
  const auto act = [] {
    end_when_told();
    static heddle::event never;
    heddle::spawn([] { never.wait(); });
    heddle::wait();
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "in the task made at .*standstill_test.cpp:5. .*waits for the event");
}

TEST_F(Standstill, names_tasks_that_have_run_and_wait_for_their_event) {
  const auto act = [] {
    end_when_told();
    static heddle::event never;
    heddle::spawn({.name = "detached", .until = &never}, [] {});
    heddle::wait();
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "outside of tasks, waits for the tasks that it has made");
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "the task 'detached', made at .* has run, and is over when its event");
}

TEST_F(Standstill, names_a_task_that_lasts_inside_its_creator) {
  const auto act = [] {
    end_when_told();
    const auto creator = std::this_thread::get_id();
    for (long made = 0;; ++made) {
      heddle::spawn([made, creator] {
        constexpr long k_quick = 5000;
        if (made > k_quick && std::this_thread::get_id() == creator)
          std::this_thread::sleep_for(std::chrono::seconds(5));
      });
    }
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "a task .*has run inside its creator, thread 0, for more than 500 ms");
}

TEST_F(Standstill, is_told_of_an_arena_with_empty_seats) {
  const auto act = [] {
    end_when_told();
    heddle::arena arena({.workers = 1, .entrants = 3});
    static heddle::event never;
    arena.execute([] { never.wait(); });
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "nothing has moved for (.|\n)*waits for the event at");
}

// It ends by itself, so nothing stands still, however long others wait for its task.
TEST_F(Standstill, is_not_told_while_a_wait_has_an_end) {
  const auto act = [] {
    static heddle::event never;
    heddle::spawn([] { EXPECT_FALSE(never.wait_for(std::chrono::milliseconds(2500))); });
    heddle::wait();
    _Exit(heddle::process::Process::get().runtime->standstill_told() ? 1 : 0);
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "");
}

TEST_F(Standstill, is_told_when_a_wait_has_no_end_to_speak_of) {
  const auto act = [] {
    end_when_told();
    static heddle::event never;
    heddle::spawn([] { never.wait_for(std::chrono::hours::max()); });
    heddle::wait();
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "waits for the event at");
}

TEST_F(Standstill, names_the_task_whose_value_is_waited_for) {
  const auto act = [] {
    end_when_told();
    static heddle::event never;
    const heddle::future<int> slow = heddle::async({.name = "slow"}, [] {
      never.wait();
      return 1;
    });
    heddle::spawn([slow] { static_cast<void>(slow.get()); });
    heddle::wait();
  };
  EXPECT_EXIT(act(), testing::ExitedWithCode(0), "waits for the value of 'slow'");
}

}  // namespace
