// Observers hear of every task that is made by name while they listen: its begin and its end, on the thread that runs
// it, with name and place.
#include "heddle/observer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "heddle/observer.h"
#include "tests/unit/tasks/workers.hpp"

namespace {

using heddle::in, heddle::inout, heddle::out;

struct Moment {
  bool begins;
  std::string name;
  unsigned line;
  unsigned worker;
  unsigned thread;
  std::thread::id ran_on;
};

/// Keeps all that it hears.
class Listener : public heddle::observer {
 public:
  void task_begins(const heddle::observed_task& task) noexcept override { keep(true, task); }
  void task_ends(const heddle::observed_task& task) noexcept override { keep(false, task); }

  std::vector<Moment> moments() const {
    const std::lock_guard guard(lock_);
    return moments_;
  }
  std::size_t count(bool begins, const std::string& name) const {
    const auto all = moments();
    return std::count_if(all.begin(), all.end(),
                         [&](const Moment& one) { return one.begins == begins && one.name == name; });
  }

 private:
  void keep(bool begins, const heddle::observed_task& task) noexcept {
    const std::lock_guard guard(lock_);
    moments_.push_back({begins, task.name() == nullptr ? "" : task.name(), task.where().line(), task.worker(),
                        task.thread(), std::this_thread::get_id()});
  }
  mutable std::mutex lock_;
  std::vector<Moment> moments_;
};

class Observers : public WithWorkers {};
INSTANTIATE_TEST_SUITE_P(Workers, Observers, testing::Values(1U, 2U, 4U));

TEST_P(Observers, every_way_to_make_a_task_is_told_of_once_with_begin_and_end) {
  const auto listener = std::make_shared<Listener>();
  const heddle::observation listening = heddle::observe(listener);
  with_workers([] {
    int x = 0;
    double sum = 0;
    for (int i = 0; i < 20; ++i) heddle::spawn([] {});
    for (int i = 0; i < 20; ++i) heddle::spawn({.name = "named"}, [&x] { ++x; }, inout(x));
    for (int i = 0; i < 20; ++i) heddle::spawn({.name = "owner"}, [owned = std::make_unique<int>(1)] { (void)*owned; });
    for (int i = 0; i < 20; ++i)
      heddle::spawn({.name = "adds"}, [](double& part) { part += 1; }, heddle::reducing(sum));
    heddle::event happened;
    heddle::spawn({.name = "detached", .until = &happened}, [] {});
    heddle::spawn({.name = "early", .ranges = true, .early = true}, [] {}, heddle::weak(inout(std::span(&x, 1))));
    heddle::task_group group;
    group.run({.name = "grouped"}, [] {});
    EXPECT_EQ(heddle::async({.name = "value"}, [] { return 5; }).get(), 5);
    happened.complete();
    group.wait();
    heddle::wait();
  });
  for (const bool begins : {true, false}) {
    EXPECT_EQ(listener->count(begins, ""), 20U);
    for (const char* name : {"named", "owner", "adds"}) EXPECT_EQ(listener->count(begins, name), 20U) << name;
    for (const char* name : {"detached", "early", "grouped", "value"})
      EXPECT_EQ(listener->count(begins, name), 1U) << name;
  }
}

TEST_P(Observers, moments_of_a_thread_are_nested_and_say_where_they_are) {
  const auto listener = std::make_shared<Listener>();
  const heddle::observation listening = heddle::observe(listener);
  unsigned line = 0;
  with_workers([&line] {
    for (int i = 0; i < 50; ++i) {
      heddle::spawn([] {
        heddle::spawn({.name = "inner"}, [] {});
        heddle::wait();
      });
      line = __LINE__;
    }
    heddle::wait();
  });
  std::vector<std::pair<std::thread::id, std::vector<std::string>>> open;
  for (const Moment& one : listener->moments()) {
    auto at = std::find_if(open.begin(), open.end(), [&](const auto& entry) { return entry.first == one.ran_on; });
    if (at == open.end()) at = open.insert(open.end(), {one.ran_on, {}});
    EXPECT_LT(one.worker, GetParam());
    if (one.name.empty()) {
      EXPECT_NEAR(one.line, line, 6);
    }
    if (one.begins) {
      at->second.push_back(one.name);
    } else {
      ASSERT_FALSE(at->second.empty());
      EXPECT_EQ(at->second.back(), one.name);
      at->second.pop_back();
    }
  }
  for (const auto& [thread, names] : open) EXPECT_TRUE(names.empty());
}

TEST_P(Observers, tasks_of_a_plan_are_told_of_in_every_lap_by_name) {
  int x = 0;
  heddle::plan plan({.workers = GetParam()});
  plan.task({.name = "first"}, [&] { ++x; }, inout(x));
  for (int i = 0; i < 4; ++i) plan.task([&] { (void)x; }, in(x));
  plan.replay(2);
  const auto listener = std::make_shared<Listener>();
  {
    const heddle::observation listening = heddle::observe(listener);
    plan.replay(3);
    plan.measure();
  }
  plan.replay(5);
  EXPECT_EQ(x, 11);
  for (const bool begins : {true, false}) {
    EXPECT_EQ(listener->count(begins, "first"), 4U);
    EXPECT_EQ(listener->count(begins, "task 3"), 4U);
    EXPECT_EQ(listener->moments().size(), 2 * 5 * 4U);
  }
}

TEST_P(Observers, one_that_is_stopped_hears_nothing_more_and_others_go_on) {
  const auto first = std::make_shared<Listener>();
  const auto second = std::make_shared<Listener>();
  heddle::observation one = heddle::observe(first);
  const heddle::observation other = heddle::observe(second);
  const auto make = [] {
    for (int i = 0; i < 10; ++i) heddle::spawn([] {});
    heddle::wait();
  };
  with_workers(make);
  one.stop();
  one.stop();
  with_workers(make);
  EXPECT_EQ(first->moments().size(), 20U);
  EXPECT_EQ(second->moments().size(), 40U);
}

TEST_P(Observers, what_a_task_throws_comes_out_as_ever_and_its_end_is_told) {
  const auto listener = std::make_shared<Listener>();
  const heddle::observation listening = heddle::observe(listener);
  with_workers([] {
    heddle::task_group group;
    group.run({.name = "throws"}, [] { throw std::runtime_error("told"); });
    EXPECT_THROW(group.wait(), std::runtime_error);
  });
  EXPECT_EQ(listener->count(false, "throws"), 1U);
}

TEST_P(Observers, tasks_that_are_left_out_are_not_told_of) {
  const auto listener = std::make_shared<Listener>();
  const heddle::observation listening = heddle::observe(listener);
  with_workers([] {
    heddle::task_group group;
    group.run({.name = "cancels"}, [&group] {
      group.cancel();
      for (int i = 0; i < 10; ++i)
        group.run({.name = "left out"}, [owned = std::make_unique<int>(1)] { (void)*owned; });
    });
    group.wait();
  });
  EXPECT_EQ(listener->count(true, "cancels"), 1U);
  EXPECT_EQ(listener->count(true, "left out"), 0U);
}

heddle::task<int> two_parts() {
  const int first = co_await heddle::async({.name = "awaited"}, [] { return 1; });
  co_return first + 1;
}

TEST_P(Observers, parts_of_coroutines_are_told_of) {
  const auto listener = std::make_shared<Listener>();
  const heddle::observation listening = heddle::observe(listener);
  with_workers([] { EXPECT_EQ(heddle::async({.name = "whole"}, two_parts()).get(), 2); });
  EXPECT_EQ(listener->count(true, "awaited"), 1U);
  const auto all = listener->moments();
  const auto begun = std::count_if(all.begin(), all.end(), [](const Moment& one) { return one.begins; });
  EXPECT_GE(begun, 2);
  EXPECT_EQ(static_cast<std::size_t>(2 * begun), all.size());
}

TEST(ObserversInC, a_task_is_told_of_with_its_line_as_text) {
  struct Heard {
    std::atomic<int> begun{0};
    std::atomic<const char*> where{nullptr};
  };
  static Heard& heard = *new Heard;  // an observer's data stay
  heddle_observer observer = HEDDLE_OBSERVER;
  observer.data = &heard;
  observer.begins = [](void* data, const heddle_observed_task* task) {
    Heard& all = *static_cast<Heard*>(data);
    if (task->where != nullptr) all.where = task->where;
    ++all.begun;
  };
  std::uint32_t number = 0;
  ASSERT_EQ(heddle_observe(&observer, &number), HEDDLE_OK);
  heddle_task task = HEDDLE_TASK;
  task.body = [](void*) {};
  ASSERT_EQ(heddle_spawn(&task), HEDDLE_OK);
  ASSERT_EQ(heddle_spawn_plain([](void*) {}, nullptr, 0, 1), HEDDLE_OK);
  heddle_wait(nullptr);
  EXPECT_EQ(heard.begun.load(), 2);
  EXPECT_NE(std::string(heard.where).find("observers_test.cpp:"), std::string::npos) << heard.where;
  EXPECT_EQ(heddle_observe_stop(number), HEDDLE_OK);
  ASSERT_EQ(heddle_spawn(&task), HEDDLE_OK);
  heddle_wait(nullptr);
  EXPECT_EQ(heard.begun.load(), 2);
}

TEST(ObserversInC, a_plain_task_without_bytes_may_have_no_alignment_observed_or_not) {
  static std::atomic<int> told, ran;
  told = ran = 0;
  heddle_observer counter = HEDDLE_OBSERVER;
  counter.begins = [](void*, const heddle_observed_task*) { ++told; };
  const auto spawn = [] { return heddle_spawn_plain([](void*) { ++ran; }, nullptr, 0, 0); };
  EXPECT_EQ(spawn(), HEDDLE_OK);
  heddle_wait(nullptr);
  std::uint32_t number = 0;
  ASSERT_EQ(heddle_observe(&counter, &number), HEDDLE_OK);
  EXPECT_EQ(spawn(), HEDDLE_OK);
  heddle_wait(nullptr);
  heddle_observe_stop(number);
  EXPECT_EQ(ran, 2);
  EXPECT_EQ(told, 1);
}

TEST(ObserversInC, wrong_calls_are_refused) {
  heddle_observer observer = HEDDLE_OBSERVER;
  EXPECT_EQ(heddle_observe(nullptr, nullptr), HEDDLE_NULL_BODY);
  EXPECT_EQ(heddle_observe(&observer, nullptr), HEDDLE_NULL_BODY);
  observer.ends = [](void*, const heddle_observed_task*) {};
  observer.bytes = 7;
  EXPECT_EQ(heddle_observe(&observer, nullptr), HEDDLE_BAD_OPTION);
  observer.bytes = sizeof observer;
  std::uint32_t number = 0;
  ASSERT_EQ(heddle_observe(&observer, &number), HEDDLE_OK);
  EXPECT_EQ(heddle_observe_stop(number + 1), HEDDLE_BAD_OPTION);
  EXPECT_EQ(heddle_observe_stop(number), HEDDLE_OK);
  EXPECT_EQ(heddle_observe_stop(number), HEDDLE_BAD_OPTION);
  EXPECT_THROW(static_cast<void>(heddle::observe(nullptr)), heddle::null_body);
}

}  // namespace
