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
#include <utility>
#include <vector>

#include "heddle/heddle.h"
#include "heddle/heddle.hpp"
#include "workers.hpp"

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

class Tasks : public WithWorkers {};
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

TEST_P(Tasks, that_say_commutative_are_all_over_when_one_has_waited_for_them) {
  with_workers([] {
    for (int round = 0; round < 20; ++round) {
      long sum = 0;
      heddle::spawn(
          [&sum] {
            for (int i = 0; i < 20; ++i) std::this_thread::yield();
            sum = 100;
          },
          out(sum));
      for (int i = 1; i <= 20; ++i) heddle::spawn([&sum, i] { sum += i; }, heddle::commutative(sum));
      heddle::wait_for(heddle::commutative(sum));
      ASSERT_EQ(sum, 310);  // a race, if one were not over
      heddle::wait();
    }
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

/// Makes tasks, and waits for them, when it is moved into a task.
struct Busy {
  int* moves;
  explicit Busy(int& count) : moves(&count) {}
  Busy(Busy&& other) noexcept : moves(other.moves) {
    int order = 0;
    for (int i = 0; i < 20; ++i) {
      heddle::spawn([&order, i] { order = 2 * order + i; }, inout(order));
    }
    heddle::wait();
    int expected = 0;
    for (int i = 0; i < 20; ++i) expected = 2 * expected + i;
    EXPECT_EQ(order, expected);
    ++*moves;
  }
};

TEST_P(Tasks, may_be_given_what_makes_tasks_when_it_is_moved) {
  with_workers([] {
    int moves = 0;
    std::atomic<int> runs{0};
    int x = 0;
    for (int i = 0; i < 10; ++i) {
      heddle::spawn([busy = Busy(moves), &runs] { runs += busy.moves != nullptr ? 1 : 0; });
      heddle::spawn([busy = Busy(moves), &x, i] { EXPECT_EQ(std::exchange(x, busy.moves != nullptr ? i + 1 : 0), i); },
                    inout(x));
    }
    heddle::wait();
    EXPECT_EQ(runs, 10);
    EXPECT_EQ(x, 10);
    EXPECT_GE(moves, 20);
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

}  // namespace
