// What the watchdog says of tasks that run inside their creators without end while others idle, who else may say what a
// team waits for, and waits that end by the clock.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdio>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "runtime/watchdog.hpp"
#include "tests/unit/runtime/engine.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;
using Hooks = runtime::Hooks<P>;

runtime::Settings impatient() {
  runtime::Settings settings = sleepy_settings();
  settings.patience_ns = 2'000'000;
  return settings;
}

/// As Engine, with hooks. Lives as long as the process, for its threads do.
runtime::Runtime<P>& hooked(const Hooks& hooks, const runtime::Settings& settings = impatient()) {
  static auto& kept = *new std::vector<std::unique_ptr<runtime::Runtime<P>>>;
  kept.push_back(std::make_unique<runtime::Runtime<P>>(settings, hooks));
  return *kept.back();
}

void wait_until_told(void*) {
  spin_until([] { return self().runtime->standstill_told(); });
}

/// Makes a task that runs inside this one, its creator: it is taken for a short one of many.
void make_inside(graph::Body body) {
  for (int i = 0; i < 8; ++i) self().granularity.kinds.of(body).learn_run(1, false);
  self().granularity.pretend_made(1'000'000);
  Tasking::spawn_plain(self(), body, nullptr, 0, 1);
}

std::string told_inside_creator(const Hooks& hooks, void (*others)(), unsigned threads = 2) {
  runtime::Runtime<P>& runtime = hooked(hooks);
  testing::internal::CaptureStderr();
  runtime.attach();
  parallel(threads, [&] {
    if (seat() == 1) make_inside(wait_until_told);
    others();
  });
  runtime.detach(self());
  return testing::internal::GetCapturedStderr();
}

void name_place(graph::Body code, char* text, std::size_t bytes) noexcept {
  std::snprintf(text, bytes, "%s", code == wait_until_told ? "weave.c:7" : "elsewhere");
}

TEST(InsideItsCreator, a_task_that_does_not_end_is_named_once_with_its_thread_and_who_idles) {
  const std::string text = told_inside_creator({}, [] { barrier(); });
  const std::string beginning = "heddle: warning: a task has run inside its creator, thread 1, for more than ";
  ASSERT_EQ(text.compare(0, beginning.size(), beginning), 0) << text;
  const int ms = std::stoi(text.substr(beginning.size()));
  EXPECT_GE(ms, 1) << "half of the patience";
  EXPECT_LT(ms, 1000) << text;
  EXPECT_NE(text.find(" ms while 1 thread idles; if it waits"), std::string::npos) << text;
  EXPECT_EQ(text.find("has run", beginning.size()), std::string::npos) << "once: " << text;
}

TEST(InsideItsCreator, its_place_is_told_where_somebody_knows_it) {
  const std::string text = told_inside_creator({.place_of = name_place}, [] { barrier(); });
  EXPECT_NE(text.find(": a task made at weave.c:7 has run inside its creator, thread 1, for"), std::string::npos)
      << text;
}

// Its task has been marked, so the region has tasks; who has left it looks after it still.
TEST(InsideItsCreator, threads_that_have_left_the_region_see_it_too) {
  const auto others = [] {
    static int x;
    if (seat() == 0) spawn([] {}, {{&x, Mode::out}}, {.priority = 1});
  };
  const std::string text = told_inside_creator({}, others, 3);
  EXPECT_NE(text.find(" has run inside its creator, thread 1, for"), std::string::npos) << text;
}

// Its queue is full, so it runs what others would have run; they wait until it has told.
TEST(InsideItsCreator, one_that_runs_because_its_creator_is_held_back_is_named_too) {
  const auto make_many = [] {
    static std::atomic<unsigned> creator;
    // order: relaxed — as below.
    creator.store(seat(), std::memory_order_relaxed);
    const graph::Body body = [](void*) {
      // order: relaxed — written before the task was made.
      if (seat() == creator.load(std::memory_order_relaxed)) wait_until_told(nullptr);
    };
    for (int i = 0; i < 8; ++i) self().granularity.kinds.of(body).learn_run(1'000'000, false);
    while (!self().runtime->standstill_told()) Tasking::spawn_plain(self(), body, nullptr, 0, 1);
  };
  runtime::Settings settings = impatient();
  settings.window = 16;
  runtime::Runtime<P>& runtime = hooked({}, settings);
  testing::internal::CaptureStderr();
  runtime.attach();
  parallel(2, [&] {
    if (seat() == 0) make_many();
  });
  runtime.detach(self());
  const std::string text = testing::internal::GetCapturedStderr();
  EXPECT_NE(text.find(" has run inside its creator, thread 0, for"), std::string::npos) << text;
  EXPECT_NE(text.find("HEDDLE_WINDOW=unlimited lets"), std::string::npos) << text;
}

TEST(InsideItsCreator, tasks_that_follow_one_another_are_no_standstill) {
  runtime::Settings settings = impatient();
  settings.patience_ns = 100'000'000;  // longer than a busy host takes a thread off its cpu
  runtime::Runtime<P>& runtime = hooked({}, settings);
  runtime.attach();
  parallel(2, [] {
    if (seat() == 1) return barrier();
    const std::uint64_t end = P::now_ns() + 400'000'000;  // some times the patience
    while (P::now_ns() < end) make_inside([](void*) {});
    barrier();
  });
  EXPECT_FALSE(runtime.standstill_told());
  runtime.detach(self());
}

// -- who tells it

std::atomic<int> asked;
std::atomic<std::uint64_t> asked_ms;
bool his(const Team& /*team*/, std::uint64_t patience_ms) noexcept {
  ++asked;
  asked_ms = patience_ms;
  return true;
}
bool not_his(const Team& /*team*/, std::uint64_t /*patience_ms*/) noexcept {
  ++asked;
  return false;
}

std::string told_by(runtime::Runtime<P>::Teller teller) {
  runtime::Runtime<P>& runtime = hooked({});
  runtime.standstill_teller = teller;
  asked = 0;
  testing::internal::CaptureStderr();
  runtime.attach();
  Worker& waiter = self();
  std::atomic<Task*> event{nullptr};
  std::thread outside([&] {
    runtime.attach();
    spin_until([&] { return event != nullptr && runtime.standstill_told(); });
    fulfill(event);
    runtime.detach(self());
  });
  parallel(1, [&] {
    event = spawn_detachable([] {});
    taskwait();
  });
  outside.join();
  EXPECT_EQ(&self(), &waiter);
  runtime.detach(self());
  return testing::internal::GetCapturedStderr();
}

TEST(Teller, that_knows_the_team_says_it_in_place_of_the_engine) {
  EXPECT_EQ(told_by(his), "");
  EXPECT_EQ(asked, 1);
  EXPECT_GE(asked_ms, 2u) << "so long all have slept";
}

TEST(Teller, that_does_not_know_the_team_leaves_it_to_the_engine) {
  EXPECT_NE(told_by(not_his).find("nothing has moved for"), std::string::npos);
  EXPECT_EQ(asked, 1);
}

// -- by the clock

TEST(Deadline, a_wait_sleeps_until_then_and_not_longer_and_is_no_standstill) {
  runtime::Runtime<P>& runtime = hooked({});
  runtime.attach();
  parallel(1, [&] {
    for (const std::uint64_t ns : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{12'000'000}}) {
      const std::uint64_t begin = P::now_ns();
      const auto over = [end = begin + ns] { return P::now_ns() >= end; };
      runtime::NoTasks<P> source(self());
      runtime::WaitDescription wait(runtime::WaitTarget::others);
      wait.deadline_ns = begin + ns;
      runtime::wait_with(self(), runtime::Until{over, over}, source, wait);
      EXPECT_GE(P::now_ns() - begin, ns);
      EXPECT_EQ(runtime::Sleepers<P>::rest(self().bed), runtime::Rest::awake);
      EXPECT_FALSE(self().member->team->sleepers.any());
    }
    EXPECT_FALSE(runtime.standstill_told()) << "several times as long as the patience";
  });
  runtime.detach(self());
}

TEST(Deadline, a_wait_that_is_over_before_ends_then) {
  runtime::Runtime<P>& runtime = hooked({});
  Worker& waiter = runtime.attach();
  std::atomic<bool> come{false};
  std::thread other([&] {
    spin_until([&] { return runtime::Sleepers<P>::rest(waiter.bed) != runtime::Rest::awake; });
    come = true;
    runtime::Sleepers<P>::wake(waiter.bed);
  });
  parallel(1, [&] {
    const auto over = [&] { return come.load(); };
    runtime::NoTasks<P> source(self());
    runtime::WaitDescription wait(runtime::WaitTarget::others);
    wait.deadline_ns = P::now_ns() + 60'000'000'000;
    runtime::wait_with(self(), runtime::Until{over, over}, source, wait);
    EXPECT_LT(P::now_ns(), wait.deadline_ns);
  });
  other.join();
  runtime.detach(self());
}

}  // namespace
