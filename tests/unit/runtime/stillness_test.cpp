// A team that sleeps altogether says what it waits for, once, and goes on waiting.
#include "runtime/watchdog.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <string>
#include <thread>

#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

runtime::Settings impatient_settings() {
  runtime::Settings settings = sleepy_settings();
  settings.patience_ns = 1'000'000;
  return settings;
}

/// What `region` says, in which `event` is set to a task that somebody must end: another thread does when all is said.
std::string said(const std::function<void(std::atomic<Task*>& event)>& region) {
  Engine engine(impatient_settings());
  std::atomic<Task*> event{nullptr};
  std::thread outside([&] {
    engine.enter();
    spin_until([&] { return event != nullptr && engine.runtime().standstill_told(); });
    fulfill(event);
    engine.leave();
  });
  testing::internal::CaptureStderr();
  region(event);
  outside.join();
  return testing::internal::GetCapturedStderr();
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(Stillness, an_event_that_does_not_come_is_named_with_who_waits_for_it) {
  const std::string text = said([](std::atomic<Task*>& event) {
    parallel(2, [&event] {
      if (seat() == 0) {
        event = spawn_detachable([] {});
        taskwait();
      }
      barrier();
    });
  });
  EXPECT_NE(
      text.find("a parallel region of 2 threads; tasks not finished: 1, of these waiting for omp_fulfill_event: 1\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("thread 0 waits for its child tasks (taskwait)\n"), std::string::npos) << text;
  EXPECT_NE(text.find("thread 1 waits at a barrier"), std::string::npos) << text;
}

TEST(Stillness, it_is_said_once_however_long_it_lasts_and_however_often) {
  const std::string text = said([](std::atomic<Task*>& event) {
    parallel(3, [&event] {
      if (seat() != 0) return;
      Task* const first = spawn_detachable([] {});
      taskgroup([&event, first] { spawn([&event, first] { event = first; }); });
      taskwait();
    });
  });
  EXPECT_EQ(count(text, "nothing has moved"), 1u) << text;
  EXPECT_EQ(count(text, "they go on waiting"), 1u) << text;
  EXPECT_NE(text.find("each of the threads 1 to 2 has left the region"), std::string::npos) << text;
}

TEST(Stillness, a_wait_for_predecessors_is_named_also_in_a_team_of_one) {
  int x = 0;
  const std::string text = said([&x](std::atomic<Task*>& event) {
    parallel(1, [&] {
      event = spawn_detachable([] {}, {{&x, Mode::out}});
      wait_for({{&x, Mode::in}});
    });
  });
  EXPECT_NE(
      text.find("a parallel region of 1 thread; tasks not finished: 2, of these waiting for omp_fulfill_event: 1\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("thread 0 waits for what a task depends on"), std::string::npos) << text;
}

// The other member is awake as long as its task runs, and wakes this one before it lies down.
TEST(Stillness, nothing_is_said_while_a_task_runs) {
  Engine engine(impatient_settings());
  for (int round = 0; round < 3; ++round) {
    parallel(2, [] {
      if (seat() != 0) return;
      std::atomic<bool> running{false};
      spawn([&running] {
        running = true;
        const std::uint64_t end = P::now_ns() + 3'000'000;  // some alarms
        spin_until([end] { return P::now_ns() >= end; });
      });
      spin_until([&running] { return running.load(); });
      taskwait();
    });
  }
  EXPECT_FALSE(engine.runtime().standstill_told());
}

}  // namespace
