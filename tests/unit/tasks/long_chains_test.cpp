// What goes on a hundred thousand times takes the memory of one time, and no longer each time than the time before.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <deque>

#include "heddle/heddle.hpp"
#include "workers.hpp"

namespace {

#if defined(__SANITIZE_THREAD__)
constexpr int k_many = 10'000;  // it keeps some KiB of each task
#else
constexpr int k_many = 100'000;
#endif

/// How much more memory than before the process has had at once since this was made.
class Growth {
 public:
  long mib() const { return (now() - before_) / 1024; }

 private:
  static long now() {
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    return used.ru_maxrss;
  }
  const long before_ = now();
};

// A task that is kept takes 192 bytes and more, so that many of them take 18 MiB.
void expect_small(const Growth& growth) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  static_cast<void>(growth);  // these keep what is given back
#else
  EXPECT_LT(growth.mib(), 12);
#endif
}

// So long that others can take the task, and that nobody takes such tasks for short.
void work() {
  volatile int steps = 0;
  while (steps < 1000) {
    const int next = steps + 1;
    steps = next;
  }
}

class LongChains : public WithWorkers {};
INSTANTIATE_TEST_SUITE_P(workers, LongChains, testing::Values(2U, 4U));

heddle::task<long> sum(int n) {
  long total = 0;
  for (int i = 1; i <= n; ++i) {
    total += co_await heddle::async([i] {
      work();
      return i;
    });
  }
  co_return total;
}

TEST_P(LongChains, of_awaits) {
  with_workers([] {
    const Growth growth;
    EXPECT_EQ(heddle::async(sum(k_many)).get(), k_many * (k_many + 1L) / 2);
    expect_small(growth);
  });
}

heddle::task<long> depth(long n) {
  if (n == 0) co_return 0;
  co_return 1 + co_await depth(n - 1);
}

TEST_P(LongChains, of_coroutines_in_each_other) {
  with_workers([] { EXPECT_EQ(heddle::async(depth(20'000)).get(), 20'000); });
}

TEST_P(LongChains, of_continuations) {
  with_workers([] {
    heddle::event go;
    heddle::future<long> value = heddle::async([&go] {
      go.wait();
      return 0L;
    });
    for (int i = 0; i < k_many; ++i) value = value.then([](long v) { return v + 1; });
    const Growth growth;
    go.complete();
    EXPECT_EQ(value.get(), k_many);
    expect_small(growth);
  });
}

void make_next(int left, std::atomic<int>& ran) {
  ++ran;
  work();
  if (left > 0) heddle::spawn([left, &ran] { make_next(left - 1, ran); });
}

TEST_P(LongChains, of_tasks_that_each_make_the_next) {
  with_workers([] {
    const Growth growth;
    std::atomic<int> ran{0};
    heddle::task_group group;
    group.run([&ran] { make_next(k_many, ran); });
    group.wait();
    EXPECT_EQ(ran, k_many + 1);
    heddle::spawn([&ran] { make_next(k_many, ran); });
    heddle::wait();
    EXPECT_EQ(ran, 2 * k_many + 2);
    expect_small(growth);
  });
}

// Every worker is in a task that waits, so all that they run has to be found among many that it comes from.
TEST_P(LongChains, of_tasks_that_run_while_all_wait) {
  with_workers([] {
    std::atomic<int> ran{0};
    heddle::task_group group;
    for (unsigned chain = 0; chain < heddle::workers(); ++chain) {
      group.run([&ran] {
        heddle::spawn([&ran] { make_next(k_many / 10, ran); });
        heddle::wait();
      });
    }
    group.wait();
    EXPECT_EQ(ran, static_cast<int>(heddle::workers()) * (k_many / 10 + 1));
  });
}

struct Step {
  heddle::event over;
};

void complete_next(std::deque<Step>& steps, std::size_t at) {
  if (at + 1 < steps.size())
    heddle::spawn({.until = &steps[at + 1].over}, [&steps, at] { complete_next(steps, at + 1); });
  steps[at].over.complete();
}

TEST_P(LongChains, of_events) {
  with_workers([] {
    std::deque<Step> steps(k_many);
    const Growth growth;
    heddle::spawn({.until = &steps[0].over}, [&steps] { complete_next(steps, 0); });
    heddle::wait();
    EXPECT_TRUE(steps.back().over.done());
    expect_small(growth);
  });
}

// The parts of a coroutine are in its group, and of its own task, wherever its values come from.
TEST_P(LongChains, of_awaits_are_waited_for_where_the_coroutine_was_started) {
  with_workers([] {
    std::atomic<bool> over{false};
    heddle::event go;
    const auto wait_twice = [&]() -> heddle::task<void> {
      for (int i = 0; i < 2; ++i) co_await heddle::async([&go] { go.wait(); });
      work();
      over = true;
    };
    heddle::task_group group;
    group.run([&] { heddle::async(wait_twice()); });
    go.complete();
    group.wait();
    EXPECT_TRUE(over);
  });
}

}  // namespace
