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

// A task that has made others which continue its value, and what follows from that, before it waits for them.
TEST_P(Continuations, of_the_value_of_a_task_around_do_not_hold_up_that_task) {
  with_workers([] {
    std::atomic<int> sum{0};
    heddle::task_group outer;
    heddle::event known;
    int gate = 0;
    heddle::spawn({.until = &known}, [] {}, out(gate));
    heddle::future<int> value;
    value = heddle::async(
        outer,
        [&] {
          heddle::task_group inner;
          inner.run([&] {
            heddle::spawn([&] {
              value.then([&](int v) { return sum += v, v + 1; }).then([&](int v) {
                heddle::spawn([&sum, v] { sum += v; });
              });
            });
          });
          EXPECT_TRUE(inner.wait());
          EXPECT_EQ(sum, 0);
          return 20;
        },
        in(gate));
    known.complete();
    EXPECT_TRUE(outer.wait());
    EXPECT_EQ(sum, 41) << "who waits for the task waits for what continues it";
  });
}

// The value of another thread's workers, brought by a task whose group is cancelled.
class Foreign {
 public:
  explicit Foreign(bool cancels) {
    std::atomic<bool> made{false};
    thread_ = std::thread([this, cancels, &made] {
      heddle::scope({.workers = 2}, [&] {
        heddle::task_group group;
        heddle::event go;
        int gate = 0;
        group.run({.until = &go}, [] {}, out(gate));
        value_ = heddle::async(group, [&group, cancels] { return cancels ? group.cancel() : void(), 1; }, in(gate));
        made = true;
        while (!come_) std::this_thread::yield();
        go.complete();
        EXPECT_EQ(group.wait(), !cancels);
      });
    });
    while (!made) std::this_thread::yield();
  }
  ~Foreign() { thread_.join(); }
  Foreign(const Foreign&) = delete;
  Foreign& operator=(const Foreign&) = delete;

  const heddle::future<int>& value() const { return value_; }
  void come() { come_ = true; }

 private:
  heddle::future<int> value_;
  std::atomic<bool> come_{false};
  std::thread thread_;
};

TEST_P(Continuations, run_though_the_group_of_other_workers_that_bring_the_value_is_cancelled) {
  with_workers([] {
    Foreign foreign(true);
    heddle::task_group group;
    heddle::future<int> next;
    group.run([&] { next = foreign.value().then([](int v) { return v + 1; }); });
    foreign.come();
    EXPECT_TRUE(group.wait());
    EXPECT_EQ(next.get(), 2);
  });
}

TEST_P(Continuations, are_left_out_with_their_own_group_also_when_other_workers_bring_the_value) {
  with_workers([] {
    Foreign foreign(false);
    heddle::task_group group;
    heddle::future<int> next;
    group.run([&] {
      next = foreign.value().then([](int v) { return v + 1; });
      group.cancel();
      foreign.come();
    });
    EXPECT_FALSE(group.wait());
    EXPECT_THROW(next.get(), heddle::cancelled);
  });
}

TEST_P(Continuations, may_make_tasks_when_they_have_completed_the_event_of_their_parent) {
  with_workers([] {
    static std::atomic<int> made;
    heddle::event ends[100];
    made = 0;
    for (heddle::event& end : ends) {
      static heddle_parent* parent;
      std::atomic<bool> begun{false};
      heddle::spawn({.until = &end}, [&begun] { parent = heddle_as_parent(), begun = true; });
      while (!begun) std::this_thread::yield();
      heddle_event* const handle = end.handle();
      heddle_task part = HEDDLE_TASK;
      part.body = [](void* argument) {
        heddle_event_complete(*static_cast<heddle_event**>(argument));
        for (int i = 0; i < 3; ++i) heddle::spawn([] { heddle::spawn([] { ++made; }); });
      };
      part.argument = const_cast<heddle_event**>(&handle);
      part.argument_bytes = sizeof handle;
      part.argument_alignment = alignof(heddle_event*);
      EXPECT_EQ(heddle_spawn_under(parent, &part), 0);
    }
    heddle::wait();
    EXPECT_EQ(made, 300);
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
