// Tasks in C++: that they run, in the order that their accesses ask for, and what comes out of waiting for them. Each
// test runs with one worker and with several; some need a second one to go on while a task waits.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "heddle/heddle.h"
#include "heddle/heddle.hpp"

namespace {

using heddle::in;
using heddle::inout;
using heddle::out;

long fib(int n) {
  if (n < 2) return n;
  long one = 0;
  long two = 0;
  heddle::spawn([&one, n] { one = fib(n - 1); });
  heddle::spawn([&two, n] { two = fib(n - 2); });
  heddle::wait();
  return one + two;
}

class Tasks : public testing::TestWithParam<unsigned> {
 protected:
  template <class F>
  void with_workers(F body) {
    heddle::scope({.workers = GetParam()}, body);
  }
};
INSTANTIATE_TEST_SUITE_P(workers, Tasks, testing::Values(1U, 2U, 4U));

TEST_P(Tasks, run_once_and_before_the_wait_ends) {
  with_workers([] {
    std::atomic<int> runs{0};
    for (int i = 0; i < 5000; ++i) heddle::spawn([&runs] { ++runs; });
    heddle::wait();
    EXPECT_EQ(runs, 5000);
    EXPECT_EQ(fib(17), 1597);
  });
}

TEST_P(Tasks, of_tasks_are_waited_for_too) {
  with_workers([] {
    std::atomic<int> runs{0};
    heddle::spawn([&runs] { heddle::spawn([&runs] { heddle::spawn([&runs] { ++runs; }); }); });
    heddle::wait();
    EXPECT_EQ(runs, 1);
  });
}

TEST_P(Tasks, follow_their_accesses) {
  with_workers([] {
    long value = 1;
    long copies[8] = {};
    for (int round = 0; round < 200; ++round) {
      heddle::spawn([&value] { value = (value * 3 + 1) % 1000003; }, inout(value));
      for (long& copy : copies)
        heddle::spawn([&value, &copy] { copy = copy * 7 % 1000003 + value; }, in(value), inout(copy));
    }
    heddle::wait();
    long expected = 1;
    long copy = 0;
    for (int round = 0; round < 200; ++round) {
      expected = (expected * 3 + 1) % 1000003;
      copy = copy * 7 % 1000003 + expected;
    }
    EXPECT_EQ(value, expected);
    for (const long each : copies) EXPECT_EQ(each, copy);
  });
}

TEST_P(Tasks, that_say_commutative_never_run_two_at_a_time) {
  with_workers([] {
    long sum = 0;  // a race, if they did
    for (int i = 1; i <= 500; ++i) heddle::spawn([&sum, i] { sum += i; }, heddle::commutative(sum));
    heddle::wait_for(in(sum));
    EXPECT_EQ(sum, 125250);
  });
}

TEST_P(Tasks, that_say_concurrent_come_between_those_that_write) {
  with_workers([] {
    std::atomic<long> sum{0};
    long seen = 0;
    heddle::spawn([&sum] { sum = 1000; }, out(sum));
    for (int i = 1; i <= 100; ++i) heddle::spawn([&sum, i] { sum += i; }, heddle::concurrent(sum));
    heddle::spawn([&sum, &seen] { seen = sum; }, in(sum));
    heddle::wait();
    EXPECT_EQ(seen, 6050);
  });
}

TEST_P(Tasks, with_a_weak_access_hold_back_those_behind_until_their_own_are_over) {
  with_workers([] {
    int value = 0;
    int seen = -1;
    heddle::spawn([&value] { heddle::spawn([&value] { value = 5; }, out(value)); }, weak(inout(value)));
    heddle::spawn([&value, &seen] { seen = value; }, in(value));
    heddle::wait();
    EXPECT_EQ(seen, 5);
  });
}

// A random program on ranges against the same one in order.
TEST_P(Tasks, on_ranges_that_overlap_do_what_they_do_in_order) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    std::mt19937 random(seed);
    const auto make = [&random] {
      struct Step {
        std::size_t from, to, result;
      };
      std::vector<Step> steps(300);
      for (Step& step : steps) {
        const std::size_t one = random() % 64;
        step = {one, std::min<std::size_t>(64, one + 1 + random() % 20), random() % 64};
      }
      return steps;
    };
    const auto steps = make();
    const auto work = [](std::vector<unsigned>& data, std::size_t from, std::size_t to, std::size_t result) {
      unsigned sum = 1;
      for (std::size_t i = from; i < to; ++i) sum = sum * 31 + data[i];
      for (std::size_t i = result; i < std::min<std::size_t>(64, result + 5); ++i)
        data[i] = sum + static_cast<unsigned>(i);
    };
    std::vector<unsigned> expected(64, 1);
    for (const auto& step : steps) work(expected, step.from, step.to, step.result);
    std::vector<unsigned> data(64, 1);
    with_workers([&] {
      for (const auto& step : steps) {
        const std::size_t end = std::min<std::size_t>(64, step.result + 5);
        heddle::spawn(
            {.ranges = true}, [&data, step, &work] { work(data, step.from, step.to, step.result); },
            in(std::span<const unsigned>(data).subspan(step.from, step.to - step.from)),
            out(std::span(data).subspan(step.result, end - step.result)));
      }
      heddle::wait_for_ranges(in(std::span<const unsigned>(data)));
      EXPECT_EQ(data, expected) << "seed " << seed;
    });
    EXPECT_EQ(data, expected) << "seed " << seed;
  }
}

// Tasks with random accesses to eight values, made by tasks, against the same in order.
TEST_P(Tasks, of_a_random_graph_do_what_they_do_in_order) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    std::mt19937 random(seed);
    struct Step {
      unsigned reads, reads_too, writes;
    };
    std::vector<Step> steps(400);
    for (Step& step : steps)
      step = {static_cast<unsigned>(random() % 8), static_cast<unsigned>(random() % 8),
              static_cast<unsigned>(random() % 8)};
    const auto run = [](std::vector<unsigned>& v, const Step& s) {
      v[s.writes] = v[s.writes] * 5 + v[s.reads] * 3 + v[s.reads_too];
    };
    std::vector<unsigned> expected(8, 1);
    for (const Step& step : steps) run(expected, step);
    with_workers([&] {
      std::vector<std::vector<unsigned>> all(3, std::vector<unsigned>(8, 1));
      for (auto& data : all) {
        heddle::spawn([&data, &steps, &run] {
          heddle::task_group group;
          for (const Step& step : steps) {
            group.run([&data, &step, &run] { run(data, step); }, in(data[step.reads]), in(data[step.reads_too]),
                      inout(data[step.writes]));
          }
        });
      }
      heddle::wait();
      for (const auto& data : all) EXPECT_EQ(data, expected) << "seed " << seed;
    });
  }
}

TEST_P(Tasks, may_own_what_cannot_be_copied) {
  with_workers([] {
    auto counted = std::make_shared<int>(0);
    int sum = 0;
    for (int i = 1; i <= 10; ++i) {
      heddle::spawn([owned = std::make_unique<int>(i), counted, &sum] { sum += *owned; }, inout(sum));
    }
    heddle::wait();
    EXPECT_EQ(sum, 55);
    EXPECT_EQ(counted.use_count(), 1);  // each body was destroyed once
  });
}

TEST_P(Tasks, that_throw_are_named_by_who_waits_for_their_group) {
  with_workers([] {
    heddle::task_group group;
    group.run({.name = "the bad one"}, [] { throw std::runtime_error("bad index"); });
    try {
      group.wait();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const std::runtime_error& thrown) {
      EXPECT_STREQ(thrown.what(), "bad index");
      EXPECT_STREQ(heddle::last_failed_task().name, "the bad one");
      EXPECT_NE(std::string(heddle::last_failed_task().where.file_name()).find("tasks_test.cpp"), std::string::npos);
    }
    EXPECT_TRUE(group.wait());  // it was thrown once
    group.run([] {});
    EXPECT_TRUE(group.wait());
  });
}

TEST_P(Tasks, that_tasks_of_a_group_have_made_throw_out_of_it) {
  with_workers([] {
    heddle::task_group group;
    group.run([] { heddle::spawn([] { heddle::spawn([] { throw 7; }); }); });
    EXPECT_THROW(group.wait(), int);
  });
}

TEST_P(Tasks, of_a_scope_throw_out_of_it) {
  EXPECT_THROW(with_workers([] { heddle::spawn([] { throw 7; }); }), int);
  EXPECT_THROW(with_workers([] { throw 'c'; }), char);
}

TEST_P(Tasks, of_a_cancelled_group_that_have_not_begun_are_left_out_and_destroyed) {
  with_workers([] {
    const auto counted = std::make_shared<int>(0);
    std::atomic<int> runs{0};
    heddle::task_group group;
    heddle::event go;
    int gate = 0;
    group.run({.until = &go}, [] {}, out(gate));
    for (int i = 0; i < 50; ++i) group.run([counted, &runs] { ++runs; }, in(gate));
    group.cancel();
    go.complete();
    EXPECT_FALSE(group.wait());
    EXPECT_EQ(runs, 0);
    EXPECT_EQ(counted.use_count(), 1);
    group.run([&runs] { ++runs; });  // the group is as new
    EXPECT_TRUE(group.wait());
    EXPECT_EQ(runs, 1);
  });
}

TEST_P(Tasks, see_that_their_group_is_cancelled) {
  with_workers([] {
    heddle::task_group group;
    bool seen = false;
    group.run([&] {
      EXPECT_FALSE(heddle::is_cancelled());
      group.cancel();
      seen = heddle::is_cancelled();
    });
    EXPECT_FALSE(group.wait());
    EXPECT_TRUE(seen);
    EXPECT_FALSE(heddle::is_cancelled());
  });
}

TEST_P(Tasks, end_with_their_event_whoever_completes_it) {
  with_workers([] {
    for (int round = 0; round < 50; ++round) {
      heddle::event arrived;
      int value = 0;
      int seen = 0;
      heddle::spawn({.until = &arrived}, [&value] { value = 1; }, out(value));
      heddle::spawn([&value, &seen] { seen = value; }, in(value));
      std::thread outside([&arrived] { arrived.complete(); });
      heddle::wait();
      outside.join();
      EXPECT_EQ(seen, 1);
      EXPECT_THROW(arrived.complete(), heddle::task_error);
    }
  });
}

TEST_P(Tasks, that_end_with_an_event_may_complete_it_themselves) {
  with_workers([] {
    heddle::event done;
    heddle::spawn({.until = &done}, [&done] { done.complete(); });
    heddle::wait();
    EXPECT_TRUE(done.done());
    heddle::event early;
    early.complete();
    EXPECT_THROW(heddle::spawn({.until = &early}, [] {}), heddle::task_error);
  });
}

TEST_P(Tasks, give_values_and_what_they_throw) {
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

TEST_P(Tasks, with_values_may_be_waited_for_by_others_than_their_maker) {
  with_workers([] {
    for (int round = 0; round < 100; ++round) {
      const heddle::future<int> first = heddle::async([] { return 1; });
      const heddle::future<int> second = heddle::async([first] { return first.get() + 1; });
      const heddle::future<int> third = heddle::async([first, second] { return first.get() + second.get(); });
      EXPECT_EQ(third.get(), 3);
    }
  });
}

TEST_P(Tasks, of_a_cancelled_group_have_no_value) {
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

TEST_P(Tasks, that_are_coroutines_go_on_when_what_they_await_is_there) {
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

TEST_P(Tasks, that_are_coroutines_await_groups) {
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

TEST_P(Tasks, are_refused_with_their_mistake_named) {
  with_workers([] {
    int x = 0;
    int cells[4] = {};
    const auto code_of = [](auto act) {
      try {
        act();
      } catch (const heddle::error& refused) {
        return refused.code();
      }
      return static_cast<int>(HEDDLE_OK);
    };
    EXPECT_EQ(code_of([] { heddle::spawn(static_cast<void (*)()>(nullptr)); }), HEDDLE_NULL_BODY);
    EXPECT_EQ(code_of([] { heddle::spawn(std::function<void()>()); }), HEDDLE_NULL_BODY);
    EXPECT_EQ(code_of([&] { heddle::spawn([] {}, out(x), inout(x)); }), HEDDLE_OVERLAP);
    EXPECT_EQ(code_of([&] { heddle::spawn([] {}, out(std::span(cells, 3)), out(cells[2])); }), HEDDLE_OVERLAP);
    EXPECT_EQ(code_of([&] { heddle::spawn([] {}, out(std::span(cells, 2)), out(cells[2]), in(cells[0])); }), HEDDLE_OK);
    EXPECT_EQ(code_of([] { heddle::scope({.workers = UINT32_MAX}, [] {}); }), HEDDLE_BAD_WORKERS);
    EXPECT_EQ(code_of([] { heddle::spawn({.worker = -2}, [] {}); }), HEDDLE_BAD_WORKERS);
    EXPECT_EQ(code_of([] { heddle::async({.worker = INT_MIN}, [] {}); }), HEDDLE_BAD_WORKERS);
    EXPECT_EQ(code_of([] { heddle::async({.worker = INT_MAX}, [] {}).get(); }), HEDDLE_OK);
    const std::uint32_t nowhere[] = {1U << 20};
    EXPECT_EQ(code_of([&] { heddle::scope({.cpus = nowhere}, [] {}); }), HEDDLE_BAD_PLACE);
    heddle::task_group group;
    group.run([] {});
    int wrong = HEDDLE_OK;
    heddle::spawn([&] { wrong = code_of([&] { group.run([] {}); }); });  // not a task of the group
    heddle::wait();
    EXPECT_EQ(wrong, HEDDLE_WRONG_TASK);
    group.wait();
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
  });
}

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

TEST(TasksInC, are_refused_by_code) {
  EXPECT_EQ(heddle_spawn(nullptr), HEDDLE_NULL_BODY);
  heddle_task task = HEDDLE_TASK;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_NULL_BODY);
  task.body = [](void*) {};
  task.argument_alignment = 3;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_BAD_OPTION);
  task.argument_alignment = 1;
  task.flags = 1U << 20;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_BAD_OPTION);
  task.flags = 0;
  int x = 0;
  const heddle_access bad{&x, sizeof x, 99};
  task.accesses = &bad;
  task.access_count = 1;
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_BAD_OPTION);
  EXPECT_EQ(heddle_spawn_plain(nullptr, nullptr, 0, 1), HEDDLE_NULL_BODY);
  EXPECT_EQ(heddle_group_wait(nullptr, nullptr), HEDDLE_NULL_BODY);
  EXPECT_EQ(heddle_event_complete(nullptr), HEDDLE_NULL_BODY);
  EXPECT_EQ(heddle_scope_run(nullptr, nullptr, nullptr, nullptr), HEDDLE_NULL_BODY);
  for (int code = HEDDLE_EVENT_USED; code <= HEDDLE_OK; ++code)
    EXPECT_STRNE(heddle_error_string(code), "not an error code of Heddle") << code;
}

TEST(TasksInC, that_write_bytes_twice_are_refused_and_never_run) {
  int cells[4] = {};
  const heddle_access whole{cells, sizeof cells, HEDDLE_OUT}, last{&cells[3], sizeof(int), HEDDLE_CONCURRENT};
  const heddle_access same[] = {whole, whole}, within[] = {last, whole};
  const heddle_access beside[] = {{cells, 3 * sizeof(int), HEDDLE_OUT}, last, {cells, sizeof cells, HEDDLE_IN}};
  int* address = cells;
  heddle_task task = HEDDLE_TASK;
  task.body = [](void* cell) { ++**static_cast<int**>(cell); };
  task.argument = &address;
  task.argument_bytes = sizeof address;
  task.argument_alignment = alignof(int*);
  const auto spawned = [&](std::span<const heddle_access> accesses) {
    task.accesses = accesses.data();
    task.access_count = accesses.size();
    return heddle_spawn(&task);
  };
  EXPECT_EQ(spawned(same), HEDDLE_OVERLAP);
  EXPECT_EQ(spawned(within), HEDDLE_OVERLAP);
  EXPECT_EQ(heddle_wait(nullptr), HEDDLE_OK);
  EXPECT_EQ(cells[0], 0);
  EXPECT_EQ(spawned(beside), HEDDLE_OK);
  EXPECT_EQ(heddle_wait(nullptr), HEDDLE_OK);
  EXPECT_EQ(cells[0], 1);
}

TEST(TasksInC, fail_with_what_the_program_says) {
  heddle_group group = HEDDLE_GROUP;
  heddle_task task = HEDDLE_TASK;
  static int released;
  released = 0;
  task.group = &group;
  task.body = [](void*) {
    const heddle_failure failure{&released, [](void* what) { ++*static_cast<int*>(what); }, "broken"};
    heddle_task_fail(&failure);
    heddle_task_fail(&failure);  // the second one is released at once
  };
  ASSERT_EQ(heddle_spawn(&task), HEDDLE_OK);
  heddle_failure failure{};
  EXPECT_EQ(heddle_group_wait(&group, &failure), HEDDLE_TASK_FAILED);
  EXPECT_STREQ(failure.task, "broken");
  EXPECT_EQ(released, 1);
  EXPECT_EQ(heddle_group_wait(&group, &failure), HEDDLE_OK);
}

}  // namespace
