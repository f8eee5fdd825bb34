// Values of tasks: futures, what continues them, coroutines; and waits for values that cannot end.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "heddle/heddle.hpp"
#include "workers.hpp"

namespace {

using heddle::in;
using heddle::out;

class Values : public WithWorkers {};
INSTANTIATE_TEST_SUITE_P(workers, Values, testing::Values(1U, 2U, 4U));

TEST_P(Values, or_what_they_throw_come_out_of_get) {
  with_workers([] {
    int base = 0;
    heddle::spawn([&base] { base = 20; }, out(base));
    const heddle::future<int> value = heddle::async([&base] { return base + 1; }, in(base));
    const heddle::future<double> half = value.then([](int v) { return v / 2.0; });
    EXPECT_EQ(half.get(), 10.5);
    EXPECT_EQ(value.get(), 21);
    const heddle::future<int> bad = heddle::async([]() -> int { throw std::logic_error("no value"); });
    EXPECT_THROW(bad.then([](int v) { return v; }).get(), std::logic_error);
    EXPECT_EQ(*heddle::async([] { return std::make_unique<int>(3); }).get(), 3);
    heddle::async([] {}).then([] {}).get();
    EXPECT_THROW(heddle::future<int>().get(), heddle::task_error);
  });
}

TEST_P(Values, may_be_waited_for_by_others_than_their_maker) {
  with_workers([] {
    for (int round = 0; round < 100; ++round) {
      const heddle::future<int> first = heddle::async([] { return 1; });
      const heddle::future<int> second = heddle::async([first] { return first.get() + 1; });
      const heddle::future<int> third = heddle::async([first, second] { return first.get() + second.get(); });
      EXPECT_EQ(third.get(), 3);
    }
  });
}

TEST_P(Values, of_tasks_that_a_cancelled_group_leaves_out_are_not_there) {
  with_workers([] {
    heddle::task_group group;
    heddle::event go;
    int gate = 0;
    group.run({.until = &go}, [] {}, out(gate));
    const heddle::future<int> value = heddle::async(group, [] { return 1; }, in(gate));
    group.cancel();
    go.complete();
    EXPECT_FALSE(group.wait());
    EXPECT_THROW(value.get(), heddle::cancelled);
  });
}

heddle::task<int> twice(int value) { co_return 2 * value; }
heddle::task<int> sum_to(int n) {
  int sum = 0;
  for (int i = 1; i <= n; ++i) {
    sum += co_await heddle::async([i] { return i; });
    sum += co_await twice(i);
  }
  co_return sum;
}
heddle::task<> fails() {
  co_await heddle::async([] {});
  throw std::runtime_error("in a coroutine");
}

TEST_P(Values, let_coroutines_go_on_when_what_they_await_is_there) {
  with_workers([] {
    EXPECT_EQ(heddle::async(sum_to(100)).get(), 15150);
    EXPECT_THROW(heddle::async(fails()).get(), std::runtime_error);
    bool over = false;
    heddle::async([](bool& flag) -> heddle::task<> {
      co_await heddle::async([] {});
      flag = true;
    }(over));
    heddle::wait();  // covers it, though it has changed tasks
    EXPECT_TRUE(over);
    {
      const heddle::task<int> never_started = twice(1);
    }
  });
}

TEST_P(Values, are_what_coroutines_give_that_await_groups) {
  with_workers([] {
    const auto all = []() -> heddle::task<int> {
      heddle::task_group group;
      std::atomic<int> sum{0};
      for (int i = 1; i <= 10; ++i) group.run([&sum, i] { sum += i; });
      co_await group;
      co_return sum;
    };
    EXPECT_EQ(heddle::async(all()).get(), 55);
  });
}

TEST(TasksThatWait, for_themselves_are_told_so) {
  heddle::scope({.workers = 2}, [] {
    heddle::future<int> self;
    heddle::event known;
    self = heddle::async({.name = "ouroboros"}, [&]() -> int {
      known.wait();
      return self.get();
    });
    known.complete();
    try {
      self.get();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const heddle::deadlock& told) {
      EXPECT_NE(std::string(told.what()).find("ouroboros"), std::string::npos) << told.what();
    }
  });
}

TEST(TasksThatWait, for_each_other_are_told_so) {
  heddle::scope({.workers = 3}, [] {
    heddle::future<int> first;
    heddle::future<int> second;
    heddle::event known;
    first = heddle::async({.name = "hen"}, [&]() -> int {
      known.wait();
      return second.get();
    });
    second = heddle::async({.name = "egg"}, [&]() -> int {
      known.wait();
      return first.get();
    });
    known.complete();
    try {
      first.get();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const heddle::deadlock& told) {
      const std::string names = told.what();
      EXPECT_TRUE(names.find("hen") != std::string::npos || names.find("egg") != std::string::npos) << names;
    }
    EXPECT_THROW(second.get(), heddle::deadlock);  // an error that nobody asks for would end the tests with status 1
  });
}

}  // namespace
