// Tasks that begin before what their weak accesses wait for: the tasks that they make wait instead, piece by piece, and
// whoever comes behind waits for these. Nothing here hangs on time: a predecessor is over when the test says so.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <thread>
#include <vector>

#include "heddle/heddle.hpp"

namespace {

using heddle::in;
using heddle::inout;
using heddle::out;
using heddle::weak;

template <class Done>
void hold_still_until(const Done& done) {
  while (!done()) std::this_thread::yield();
}

class EarlyTasks : public testing::TestWithParam<unsigned> {
 protected:
  template <class F>
  void with_workers(F body) {
    heddle::scope({.workers = GetParam()}, body);
  }
};
INSTANTIATE_TEST_SUITE_P(workers, EarlyTasks, testing::Values(1U, 2U, 4U));

TEST_P(EarlyTasks, begin_at_once_and_what_they_make_waits) {
  with_workers([] {
    for (int round = 0; round < 50; ++round) {
      std::vector<int> data(8, 0);
      heddle::event written;
      std::atomic<bool> begun{false};
      int seen = -1;
      heddle::spawn({.ranges = true, .until = &written}, [] {}, out(std::span(data)));
      heddle::spawn(
          {.ranges = true, .early = true},
          [&] {
            begun = true;
            heddle::spawn({.ranges = true}, [&] { seen = data[5]; }, in(std::span(data).subspan(5, 1)));
          },
          weak(in(std::span(data))));
      hold_still_until([&] { return begun.load(); });
      data[5] = 42;  // for the one that is not over yet
      written.complete();
      heddle::wait();
      EXPECT_EQ(seen, 42);
    }
  });
}

TEST_P(EarlyTasks, hold_back_only_those_whose_piece_is_not_free) {
  with_workers([] {
    int left = 0;
    int right = 0;
    heddle::event late;
    std::atomic<int> steps{0};
    heddle::spawn({.ranges = true, .until = &late}, [] {}, out(right));
    heddle::spawn(
        {.ranges = true, .early = true},
        [&] {
          heddle::spawn({.ranges = true}, [&] { left = ++steps; }, out(left));
          heddle::spawn({.ranges = true}, [&] { right = ++steps; }, out(right));
        },
        weak(out(left)), weak(inout(right)));
    heddle::spawn({.ranges = true}, [&] { left += 10 * ++steps; }, inout(left));  // as soon as left is done with
    heddle::wait_for_ranges(in(left));
    EXPECT_EQ(left, 21);
    EXPECT_EQ(steps, 2);
    late.complete();
    heddle::wait();
    EXPECT_EQ(right, 3);
  });
}

// Of two that exclude each other twice, the second one might get what the first one gets last.
TEST_P(EarlyTasks, that_are_commutative_in_two_places_do_not_wait_for_each_other) {
  with_workers([] {
    int x = 0;
    std::vector<int> y(8, 0);
    heddle::event late;
    heddle::spawn({.ranges = true, .until = &late}, [] {}, out(std::span(y).first(4)));
    for (const std::size_t first : {0U, 4U}) {
      const auto all = heddle::commutative(x);
      const auto part = heddle::commutative(std::span(y).subspan(first));
      const auto child = [&x, &y, all, part] { heddle::spawn({.ranges = true}, [&] { ++x, ++y[5]; }, all, part); };
      heddle::spawn({.ranges = true, .early = true}, child, weak(all), weak(part));
    }
    late.complete();
    heddle::wait();
    EXPECT_EQ(x, 2);
    EXPECT_EQ(y[5], 2);
  });
}

// A random program whose steps are tasks, or early tasks that split their range among tasks (and early ones again),
// against the same in order.
struct Step {
  std::size_t from, to;
  unsigned factor;
  int depth;
};

void run_in_order(std::span<unsigned> data, const Step& step) {
  for (std::size_t at = step.from; at < step.to; ++at) {
    data[at] = data[at] * step.factor + (at == step.from ? 1 : data[at - 1]);
  }
}

void run_as_tasks(std::span<unsigned> data, const Step& step) {
  const std::size_t length = step.to - step.from;
  const auto piece = [data](std::size_t from, std::size_t to) { return inout(data.subspan(from, to - from)); };
  if (step.depth == 0 || length < 2) {
    return heddle::spawn({.ranges = true}, [data, step] { run_in_order(data, step); }, piece(step.from, step.to));
  }
  // In order each half is run twice; the halves know nothing of each other.
  heddle::spawn(
      {.ranges = true, .early = true},
      [data, step, length] {
        const std::size_t middle = step.from + length / 2;
        for (int twice = 0; twice < 2; ++twice) {
          run_as_tasks(data, {step.from, middle, step.factor, step.depth - 1});
          run_as_tasks(data, {middle, step.to, step.factor, step.depth - 1});
        }
      },
      weak(piece(step.from, step.to)));
}

void run_halves_in_order(std::span<unsigned> data, const Step& step) {
  const std::size_t length = step.to - step.from;
  if (step.depth == 0 || length < 2) return run_in_order(data, step);
  const std::size_t middle = step.from + length / 2;
  for (int twice = 0; twice < 2; ++twice) {
    run_halves_in_order(data, {step.from, middle, step.factor, step.depth - 1});
    run_halves_in_order(data, {middle, step.to, step.factor, step.depth - 1});
  }
}

TEST_P(EarlyTasks, of_a_random_program_do_what_it_does_in_order) {
  for (unsigned seed = 1; seed <= 15; ++seed) {
    std::mt19937 random(seed);
    std::vector<Step> steps(60);
    for (Step& step : steps) {
      const std::size_t from = random() % 48;
      step = {from, from + 1 + random() % 16, static_cast<unsigned>(random() % 7), static_cast<int>(random() % 3)};
    }
    std::vector<unsigned> expected(64);
    std::iota(expected.begin(), expected.end(), 1U);
    std::vector<unsigned> data = expected;
    for (const Step& step : steps) run_halves_in_order(expected, step);
    with_workers([&] {
      for (const Step& step : steps) run_as_tasks(data, step);
      heddle::wait();
    });
    EXPECT_EQ(data, expected) << "seed " << seed;
  }
}

TEST_P(EarlyTasks, may_have_accesses_of_their_own) {
  with_workers([] {
    int mine = 0;
    std::vector<int> theirs(4, 0);
    for (int round = 1; round <= 20; ++round) {
      heddle::spawn(
          {.ranges = true, .early = true},
          [&mine, &theirs] {
            ++mine;
            for (int& one : theirs) heddle::spawn({.ranges = true}, [&one] { ++one; }, inout(one));
          },
          inout(mine), weak(inout(std::span(theirs))));
    }
    heddle::wait();
    EXPECT_EQ(mine, 20);
    EXPECT_EQ(theirs, std::vector<int>(4, 20));
  });
}

TEST_P(EarlyTasks, of_a_cancelled_group_are_left_out_and_those_behind_go_on) {
  with_workers([] {
    int x = 0;
    heddle::event late;
    std::atomic<int> runs{0};
    heddle::task_group group;
    heddle::spawn({.ranges = true, .until = &late}, [] {}, out(x));
    group.run({.ranges = true}, [&] { ++runs; }, inout(x));
    group.cancel();
    group.run(
        {.ranges = true, .early = true},
        [&] {
          ++runs;
          heddle::spawn({.ranges = true}, [&] { ++runs; }, inout(x));
        },
        weak(inout(x)));
    heddle::spawn({.ranges = true}, [&x] { x = 1; }, inout(x));
    late.complete();
    EXPECT_FALSE(group.wait());
    heddle::wait();
    EXPECT_EQ(runs, 0);
    EXPECT_EQ(x, 1);
  });
}

TEST_P(EarlyTasks, throw_out_of_their_group) {
  with_workers([] {
    int x = 0;
    heddle::task_group group;
    group.run({.name = "hasty", .ranges = true, .early = true}, [] { throw std::runtime_error("no"); }, weak(out(x)));
    EXPECT_THROW(group.wait(), std::runtime_error);
    EXPECT_STREQ(heddle::last_failed_task().name, "hasty");
  });
}

TEST_P(EarlyTasks, that_wait_are_told_so) {
  with_workers([] {
    int x = 0;
    const auto code_of = [](auto act) {
      try {
        act();
      } catch (const heddle::task_error& refused) {
        return refused.code();
      }
      return static_cast<int>(HEDDLE_OK);
    };
    heddle::event never;
    int waited = 0, waited_for = 0, grouped = 0, event = 0;
    heddle::spawn(
        {.ranges = true, .early = true},
        [&] {
          waited = code_of([] { heddle::wait(); });
          waited_for = code_of([&] { heddle::wait_for_ranges(in(x)); });
          event = code_of([&] { never.wait(); });
          grouped = code_of([] {
            heddle::task_group group;
            group.run([] {});
          });
        },
        weak(out(x)));
    heddle::wait();
    for (const int code : {waited, waited_for, event, grouped}) EXPECT_EQ(code, HEDDLE_EARLY_WAIT);
    EXPECT_EQ(code_of([&] { heddle::spawn({.early = true}, [] {}, weak(out(x))); }), HEDDLE_BAD_OPTION);
    int cells[4] = {};
    const auto overlapping = [&] {
      heddle::spawn({.ranges = true, .early = true}, [] {}, in(cells[1]), weak(out(std::span(cells))));
    };
    EXPECT_EQ(code_of(overlapping), HEDDLE_OVERLAP);
  });
}

TEST(EarlyTasksInC, say_so_by_flags) {
  static std::atomic<int> runs;
  static int x;
  runs = 0;
  const heddle_access access{&x, sizeof x, HEDDLE_OUT | HEDDLE_WEAK};
  heddle_task task = HEDDLE_TASK;
  task.flags = HEDDLE_TASK_RANGES | HEDDLE_TASK_EARLY;
  task.accesses = &access;
  task.access_count = 1;
  task.body = [](void*) { runs += heddle_wait(nullptr) == HEDDLE_EARLY_WAIT ? 1 : 100; };
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_OK);
  task.flags = 0;  // as ever: over when the tasks that it makes are
  task.body = [](void*) { runs += heddle_wait(nullptr) == HEDDLE_OK ? 1 : 100; };
  EXPECT_EQ(heddle_spawn(&task), HEDDLE_OK);
  heddle_wait(nullptr);
  EXPECT_EQ(runs, 2);
}

}  // namespace
