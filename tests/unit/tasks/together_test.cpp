// Several calls, values and events at once: parallel_invoke, when_all, when_any, waits that end, coroutines.
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "heddle/heddle.hpp"
#include "workers.hpp"

namespace {

class Together : public WithWorkers {};

TEST_P(Together, calls_run_each_once_and_are_over) {
  with_workers([] {
    for (int round = 0; round < 100; ++round) {
      int a = 0;
      int b = 0;
      const auto owner = std::make_unique<int>(7);
      int c = 0;
      heddle::parallel_invoke([&] { ++a; }, [&] { ++b; }, [&] { c += *owner; });
      EXPECT_EQ(a + b, 2);
      EXPECT_EQ(c, 7);
    }
    int alone = 0;
    heddle::parallel_invoke([&] { ++alone; });
    EXPECT_EQ(alone, 1);
  });
}

long fib(int n) {
  if (n < 2) return n;
  long left = 0;
  long right = 0;
  heddle::parallel_invoke([&] { left = fib(n - 1); }, [&] { right = fib(n - 2); });
  return left + right;
}

TEST_P(Together, calls_may_be_nested) {
  with_workers([] { EXPECT_EQ(fib(16), 987); });
}

TEST_P(Together, calls_throw_what_one_has_thrown_when_none_runs_any_more) {
  with_workers([] {
    for (int round = 0; round < 50; ++round) {
      for (const int thrower : {0, 1, 2}) {
        std::atomic<int> running{0};
        const auto body = [&](int number) {
          ++running;
          if (number == thrower) {
            --running;
            throw std::runtime_error(std::to_string(number));
          }
          std::this_thread::yield();
          --running;
        };
        try {
          heddle::parallel_invoke([&] { body(0); }, [&] { body(1); }, [&] { body(2); });
          ADD_FAILURE() << "nothing was thrown";
        } catch (const std::runtime_error& thrown) {
          EXPECT_EQ(thrown.what(), std::to_string(thrower));
        }
        EXPECT_EQ(running, 0);
      }
    }
  });
}

TEST_P(Together, values_of_a_list_are_there_when_the_future_of_all_is) {
  with_workers([] {
    for (int round = 0; round < 50; ++round) {
      std::vector<heddle::future<int>> values;
      for (int at = 0; at < 30; ++at) values.push_back(heddle::async([at] { return at; }));
      const heddle::future<int> sum = heddle::when_all(values).then([values] {
        int total = 0;
        for (const auto& one : values) {
          EXPECT_TRUE(one.ready());
          total += one.get();
        }
        return total;
      });
      EXPECT_EQ(sum.get(), 435);
    }
    EXPECT_NO_THROW(heddle::when_all(std::vector<heddle::future<int>>()).get()) << "of none";
  });
}

TEST_P(Together, values_of_several_types_are_waited_for) {
  with_workers([] {
    int done = 0;
    const auto number = heddle::async([] { return 3; });
    const auto text = heddle::async([] { return std::string("text"); });
    const auto nothing = heddle::async([&done] { done = 1; });
    heddle::when_all(number, text, nothing).get();
    EXPECT_TRUE(number.ready() && text.ready() && nothing.ready());
    EXPECT_EQ(done, 1);
    heddle::when_all(nothing).get();
  });
}

TEST_P(Together, what_the_first_of_the_list_has_thrown_comes_when_all_are_over) {
  with_workers([] {
    for (int round = 0; round < 50; ++round) {
      std::atomic<int> over{0};
      std::vector<heddle::future<int>> values;
      for (int at = 0; at < 10; ++at) {
        values.push_back(heddle::async([at, &over] {
          ++over;
          if (at == 3 || at == 7) throw std::runtime_error(std::to_string(at));
          return at;
        }));
      }
      const heddle::future<void> all = heddle::when_all(values);
      try {
        all.get();
        ADD_FAILURE() << "nothing was thrown";
      } catch (const std::runtime_error& thrown) {
        EXPECT_STREQ(thrown.what(), "3");
      }
      EXPECT_EQ(over, 10);
      EXPECT_THROW(values[7].get(), std::runtime_error);
    }
  });
}

heddle::task<int> received(heddle::event& arrived, const int& buffer) {
  co_await arrived;
  co_return buffer + 1;
}

TEST_P(Together, a_coroutine_awaits_an_event_of_any_thread) {
  with_workers([] {
    for (int round = 0; round < 100; ++round) {
      heddle::event arrived;
      int buffer = 0;
      const heddle::future<int> value = heddle::async(received(arrived, buffer));
      std::thread network([&] {
        buffer = round;
        arrived.complete();
      });
      EXPECT_EQ(value.get(), round + 1);
      network.join();
      EXPECT_EQ(heddle::async(received(arrived, buffer)).get(), round + 1) << "it has happened already";
    }
  });
}

heddle::task<int> waits_for(heddle::event& gate, int value) {
  co_await gate;
  co_return value;
}
heddle::task<int> waits_for_nothing(int value) { co_return value; }

heddle::task<long> relay(std::vector<heddle::event>& events, std::size_t from) {
  long passed = 0;
  for (std::size_t at = from; at < events.size(); at += 2) {
    co_await events[at];
    ++passed;
    if (at + 1 < events.size()) events[at + 1].complete();
  }
  co_return passed;
}

// Two coroutines that wake each other by turns: with one worker, too, as none holds it.
TEST_P(Together, coroutines_that_await_events_hold_no_worker) {
  with_workers([] {
    std::vector<heddle::event> events(2001);
    const auto even = heddle::async(relay(events, 0));
    const auto odd = heddle::async(relay(events, 1));
    events[0].complete();
    EXPECT_EQ(even.get() + odd.get(), 2001);
  });
}

TEST_P(Together, the_first_of_several_values_is_named) {
  with_workers([] {
    for (int round = 0; round < 50; ++round) {
      heddle::event gate;
      std::vector<heddle::future<int>> values;
      for (int at = 0; at < 8; ++at)
        values.push_back(heddle::async(at == 5 ? waits_for_nothing(at) : waits_for(gate, at)));
      const std::size_t first = heddle::when_any(values).get();
      EXPECT_EQ(first, 5u);
      EXPECT_EQ(values[first].get(), 5);
      gate.complete();
      EXPECT_LT(heddle::when_any(values).get(), 8u) << "all are over";
      heddle::when_all(values).get();
    }
    const auto failed = heddle::async([]() -> int { throw std::runtime_error("failed"); });
    EXPECT_LT(heddle::when_any(failed, heddle::async([] {})).get(), 2u) << "however it ended";
    EXPECT_THROW(failed.get(), std::runtime_error);
    EXPECT_THROW(heddle::when_any(std::vector<heddle::future<int>>()), heddle::task_error);
    EXPECT_THROW(heddle::when_any(std::vector<heddle::future<int>>(1)), heddle::task_error);
  });
}

TEST_P(Together, a_future_that_is_given_up_gives_its_value_to_what_continues_it) {
  with_workers([] {
    for (int round = 0; round < 50; ++round) {
      auto text = heddle::async([round] { return std::make_unique<int>(round); })
                      .then([](std::unique_ptr<int> owner) {
                        ++*owner;
                        return owner;
                      })
                      .then([](std::unique_ptr<int>&& owner) { return std::to_string(*owner); });
      EXPECT_EQ(text.then([](const std::string& read) { return read.size(); }).get(), text.get().size());
      EXPECT_EQ(std::move(text).get(), std::to_string(round + 1));
    }
    const auto kept = heddle::async([] { return std::string("kept"); });
    EXPECT_EQ(kept.then([](std::string copy) { return copy + "!"; }).get(), "kept!");
    EXPECT_EQ(kept.get(), "kept");
  });
}

TEST_P(Together, a_wait_ends_in_time_and_says_whether_it_has_happened) {
  with_workers([] {
    using namespace std::chrono_literals;
    heddle::event never;
    const auto late = heddle::async(waits_for(never, 3));
    EXPECT_FALSE(never.wait_for(0ns));
    EXPECT_FALSE(never.wait_for(1ms));
    EXPECT_FALSE(late.wait_for(-1s));
    const auto begun = std::chrono::steady_clock::now();
    EXPECT_FALSE(late.wait_until(begun + 3ms));
    EXPECT_GE(std::chrono::steady_clock::now() - begun, 3ms);
    EXPECT_FALSE(late.wait_until(std::chrono::system_clock::now() - 1h));
    using Hours = std::chrono::time_point<std::chrono::system_clock, std::chrono::hours>;
    EXPECT_FALSE(late.wait_until(Hours::min())) << "as nanoseconds it does not fit";
    EXPECT_FALSE(late.wait_until(std::chrono::steady_clock::time_point::min()));
    std::thread other([&] { never.complete(); });
    EXPECT_TRUE(late.wait_for(std::chrono::hours(24 * 365 * 1000)));
    EXPECT_TRUE(never.wait_for(0ns));
    other.join();
    EXPECT_EQ(late.get(), 3);
    EXPECT_THROW((void)heddle::future<int>().wait_for(1s), heddle::task_error);
  });
}

heddle::task<void> slowly_adds(heddle::event& gate, int& sum, int value) {
  co_await gate;
  sum += value;
}

TEST_P(Together, coroutines_take_accesses_options_and_groups) {
  with_workers([] {
    for (int round = 0; round < 50; ++round) {
      heddle::event gate;
      int sum = 0;
      int seen = 0;
      heddle::async(slowly_adds(gate, sum, 1), heddle::out(sum));
      heddle::async({.name = "second"}, slowly_adds(gate, sum, 2), heddle::inout(sum));
      const std::vector<heddle::access> list{heddle::inout(sum)};
      heddle::async({}, slowly_adds(gate, sum, 4), list);
      heddle::spawn([&] { seen = sum; }, heddle::in(sum));
      heddle::task_group group;
      heddle::async(group, slowly_adds(gate, sum, 8), heddle::inout(sum));
      heddle::async(group, {.priority = 1}, slowly_adds(gate, sum, 16), heddle::inout(sum));
      gate.complete();
      group.wait();
      EXPECT_EQ(sum, 31);
      heddle::wait();
      EXPECT_EQ(seen, 7) << "a coroutine holds its accesses until its value is there";
      heddle::event other;
      EXPECT_THROW(heddle::async({.until = &other}, slowly_adds(gate, sum, 1)), heddle::task_error);
    }
  });
}

TEST_P(Together, a_coroutine_of_a_cancelled_group_is_left_out) {
  with_workers([] {
    heddle::event gate;
    heddle::task_group group;
    int sum = 0;
    int first = 0;
    heddle::event held;
    group.run({.until = &held}, [] {}, heddle::out(first));
    const auto value = heddle::async(group, slowly_adds(gate, sum, 1), heddle::in(first));
    group.cancel();
    held.complete();
    EXPECT_FALSE(group.wait());
    EXPECT_THROW(value.get(), heddle::cancelled);
    EXPECT_EQ(sum, 0);
  });
}

INSTANTIATE_TEST_SUITE_P(workers, Together, testing::Values(1U, 2U, 4U));

}  // namespace
