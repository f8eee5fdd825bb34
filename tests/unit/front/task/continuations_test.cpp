// What continues a value, or a coroutine that awaits one, belongs to where it was started: to the tasks and groups
// around then() or async(), not to those of the task that the value comes from.
#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "heddle/heddle.hpp"
#include "workers.hpp"

namespace {

using heddle::in;
using heddle::out;

class Continuations : public WithWorkers {};
INSTANTIATE_TEST_SUITE_P(workers, Continuations, testing::Values(1U, 2U, 4U));

// A value that comes when the test says so, from a task of a group of its own, which that task cancels.
class Late {
 public:
  Late() {
    group_.run({.until = &go_}, [] {}, out(gate_));
    value_ = heddle::async(group_, [this] { return group_.cancel(), 1; }, in(gate_));
  }
  ~Late() { EXPECT_FALSE(group_.wait()); }
  Late(const Late&) = delete;
  Late& operator=(const Late&) = delete;

  const heddle::future<int>& value() const { return value_; }
  void come() { go_.complete(); }

 private:
  heddle::task_group group_;
  heddle::event go_;
  int gate_ = 0;
  heddle::future<int> value_;
};

// A task that is over when another thread has seen it begin, and says so first.
class Held {
 public:
  void spawn() {
    heddle::spawn({.until = &end_}, [this] { begun_ = true; });
  }
  // In the other thread.
  void let_go() {
    while (!begun_) std::this_thread::yield();
    let_go_ = true;
    end_.complete();
  }
  bool is_over() const { return let_go_; }

 private:
  std::atomic<bool> begun_{false};
  std::atomic<bool> let_go_{false};
  heddle::event end_;
};

heddle::task<> spawns_after(heddle::future<int> value, Held& held) {
  co_await value;
  held.spawn();
}

TEST_P(Continuations, are_waited_for_with_what_they_make_by_the_group_around_then) {
  with_workers([] {
    Late late;
    Held held;
    heddle::task_group group;
    group.run([&] { late.value().then([&held](int) { held.spawn(); }); });
    std::thread other([&] {
      late.come();
      held.let_go();
    });
    EXPECT_TRUE(group.wait()) << "the group that the value comes from is cancelled, not this one";
    EXPECT_TRUE(held.is_over());
    other.join();
  });
}

TEST_P(Continuations, of_coroutines_are_waited_for_with_what_they_make_by_the_group_around_async) {
  with_workers([] {
    Late late;
    Held held;
    heddle::task_group group;
    group.run([&] { heddle::async(spawns_after(late.value(), held)); });
    std::thread other([&] {
      late.come();
      held.let_go();
    });
    EXPECT_TRUE(group.wait());
    EXPECT_TRUE(held.is_over());
    other.join();
  });
}

TEST_P(Continuations, are_left_out_with_the_group_around_then) {
  with_workers([] {
    Late late;
    heddle::task_group group;
    heddle::future<int> next;
    std::atomic<bool> ran{false};
    group.run([&] {
      next = late.value().then([&ran](int) { return ran = true, 1; });
      group.cancel();
      late.come();
    });
    EXPECT_FALSE(group.wait());
    EXPECT_THROW(next.get(), heddle::cancelled);
    EXPECT_FALSE(ran);
  });
}

heddle::task<bool> is_cancelled_after(heddle::future<int> value) {
  co_await value;
  co_return heddle::is_cancelled();
}

TEST_P(Continuations, see_that_the_group_around_async_is_cancelled_and_no_other) {
  with_workers([] {
    Late late;
    heddle::task_group group;
    heddle::task_group to_cancel;
    heddle::future<bool> sees;
    heddle::future<bool> sees_cancelled;
    heddle::event begun;
    const auto begins = [&](heddle::future<int> value) -> heddle::task<bool> {
      begun.complete();
      co_return co_await is_cancelled_after(value);
    };
    group.run([&] { sees = heddle::async(is_cancelled_after(late.value())); });
    to_cancel.run([&] { sees_cancelled = heddle::async(begins(late.value())); });
    begun.wait();
    to_cancel.cancel();
    late.come();
    EXPECT_TRUE(group.wait());
    EXPECT_FALSE(to_cancel.wait());
    EXPECT_FALSE(sees.get());
    try {
      EXPECT_TRUE(sees_cancelled.get());
    } catch (const heddle::cancelled&) {
    }  // the inner coroutine had not begun
  });
}

TEST_P(Continuations, of_many_values_are_all_run_once_whoever_brings_them) {
  with_workers([] {
    std::atomic<int> sum{0};
    heddle::task_group group;
    for (int i = 0; i < 500; ++i) {
      group.run([&sum, i] {
        heddle::future<int> value = heddle::async([i] { return i % 3; });
        for (int step = 0; step < 3; ++step) value = value.then([](int v) { return v + 1; });
        value.then([&sum](int v) { heddle::spawn([&sum, v] { sum += v; }); });
      });
    }
    group.wait();
    EXPECT_EQ(sum, 3 * 500 + 499);
  });
}

}  // namespace
