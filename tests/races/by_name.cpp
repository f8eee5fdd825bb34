// Built with ThreadSanitizer, on a libheddle that is not: every way in which heddle.hpp hands something from one thread
// to another is an order to it. With an argument: a race, which must be found.
#include <sched.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "heddle/heddle.hpp"
#include "heddle/plan.hpp"

namespace {

using heddle::in, heddle::inout, heddle::out;

void check(bool right, const char* what) {
  if (right) return;
  std::fprintf(stderr, "wrong: %s\n", what);
  std::exit(1);
}

// So long that another worker takes part.
void work() {
  volatile int steps = 0;
  while (steps < 3000) {
    const int next = steps + 1;
    steps = next;
  }
}

int fib(int n) {
  if (n < 2) return n;
  const heddle::future<int> one = heddle::async([n] { return fib(n - 1); });
  const int other = fib(n - 2);
  return one.get() + other;
}

void values() {
  std::string told;
  const heddle::future<std::vector<int>> value = heddle::async([&told] {
    work();
    told = "by the task";
    return std::vector<int>(10, 3);
  });
  check(value.get().size() == 10 && told == "by the task", "get");
  int steps = 0;
  const auto first = heddle::async([&steps] {
    work();
    steps = 1;
    return std::string("x");
  });
  const auto second = first.then([&steps](const std::string& text) {
    steps += 1;
    return text + "y";
  });
  const auto third = second.then([&steps](const std::string& text) {
    steps += 1;
    return text + "z";
  });
  check(third.get() == "xyz" && steps == 3, "then");
  std::vector<heddle::future<int>> lengths;
  for (int i = 0; i < 5; ++i)
    lengths.push_back(heddle::async([third] { return static_cast<int>(third.get().size()); }));
  for (const heddle::future<int>& length : lengths) check(length.get() == 3, "a value for many");
  check(fib(9) == 34, "get in tasks");
}

heddle::task<long> sum(int n) {
  std::vector<int> seen;
  long total = 0;
  for (int i = 1; i <= n; ++i) {
    seen.push_back(i);
    total += co_await heddle::async([i] {
      work();
      return i;
    });
  }
  check(static_cast<int>(seen.size()) == n, "a coroutine's own variables");
  co_return total;
}

heddle::task<long> depth(long n) {
  if (n == 0) co_return 0;
  co_return 1 + co_await depth(n - 1);
}

void coroutines() {
  check(heddle::async(sum(20)).get() == 210, "co_await");
  check(heddle::async(depth(20)).get() == 20, "co_await of coroutines");
}

void events() {
  heddle::event happened;
  int data = 0;
  heddle::spawn([&] {
    work();
    data = 5;
    happened.complete();
  });
  happened.wait();
  check(data == 5, "event::wait");
  heddle::wait();
  heddle::event seen;
  heddle::spawn([&] {
    data = 6;
    seen.complete();
  });
  while (!seen.done()) sched_yield();
  check(data == 6, "event::done");
  heddle::wait();
  heddle::event arrived;
  int copy = 0;
  heddle::spawn({.until = &arrived}, [] {}, out(data));
  heddle::spawn([&] { copy = data; }, in(data));
  std::thread network([&] {
    work();
    data = 7;
    arrived.complete();
  });
  heddle::wait();
  check(copy == 7, "a task that ends with an event");
  network.join();
}

void accesses() {
  double total = 0;
  double seen = 0;
  for (int i = 1; i <= 20; ++i) {
    heddle::spawn(
        [i](double& part) {
          work();
          part += i;
        },
        heddle::reducing(total));
  }
  heddle::spawn([&] { seen = total; }, in(total));
  heddle::wait();
  check(seen == 210, "reducing");
  int x = 0;
  for (int i = 0; i < 20; ++i) heddle::spawn([&x] { ++x; }, heddle::commutative(x));
  heddle::wait_for(in(x));
  check(x == 20, "commutative, wait_for");
  for (int i = 0; i < 20; ++i) heddle::spawn([&x] { ++x; }, heddle::near(inout(x)));
  heddle::wait();
  check(x == 40, "near");
}

// Tasks that hand on what they name: what is made in one is over before what is made in the next begins.
void weak_accesses() {
  using heddle::weak;
  long x = 0;
  const auto thrice = [&x] {
    for (int i = 0; i < 3; ++i) {
      heddle::spawn(
          [&x] {
            work();
            ++x;
          },
          inout(x));
    }
  };
  for (int i = 0; i < 6; ++i) heddle::spawn(thrice, weak(inout(x)));
  heddle::wait();
  check(x == 18, "weak");
  std::vector<long> cells(16);
  const auto piece = [&cells](int first) { return std::span<long, 4>(&cells[first], 4); };
  const std::span<long, 16> all(cells.data(), 16);
  const heddle::spawn_options ranges{.ranges = true};
  // Children that are over before their task ends, as a rule. order: relaxed — which orders nothing.
  std::atomic<int> over{0};
  const auto pieces = [&] {
    const int before = over.load(std::memory_order_relaxed);
    for (int at = 0; at < 4; ++at) {
      heddle::spawn(
          ranges,
          [piece, at, &over] {
            for (long& cell : piece(4 * at)) ++cell;
            over.fetch_add(1, std::memory_order_relaxed);
          },
          inout(piece(4 * at)));
    }
    for (int look = 0; look < 1000 && over.load(std::memory_order_relaxed) < before + 4; ++look) sched_yield();
  };
  for (int round = 0; round < 10; ++round) {
    for (int i = 0; i < 6; ++i) heddle::spawn({.ranges = true, .early = true}, pieces, weak(inout(std::span(all))));
    heddle::spawn(
        ranges,
        [&cells, round] {
          for (const long cell : cells) check(cell == 6 * (round + 1), "weak, early");
        },
        in(std::span(all)));
    heddle::wait();
  }
}

void waits() {
  int left[8] = {};
  const auto leave = [&left](int i) {
    heddle::spawn([&left, i] {
      heddle::spawn([&left, i] {
        work();
        left[i] = i;
      });
    });
  };
  for (int i = 0; i < 8; ++i) leave(i);
  heddle::wait();
  check(std::accumulate(left, left + 8, 0) == 28, "wait");
  heddle::task_group group;
  for (int i = 0; i < 8; ++i) group.run([&leave, i] { leave(i); });
  group.wait();
  check(std::accumulate(left, left + 8, 0) == 28, "a group");
  heddle::spawn([&leave, &left] {
    for (int i = 0; i < 8; ++i) leave(i);
    heddle::wait();
    check(std::accumulate(left, left + 8, 0) == 28, "wait in a task");
  });
  heddle::wait();
}

void failures() {
  std::string text;
  heddle::task_group group;
  for (int i = 0; i < 8; ++i) {
    group.run([i] {
      work();
      if (i == 3) throw std::runtime_error("three");
    });
  }
  try {
    group.wait();
  } catch (const std::runtime_error& thrown) {
    text = thrown.what();
  }
  check(text == "three", "an exception of a group");
  try {
    heddle::spawn([] { throw std::runtime_error("four"); });
    heddle::wait();
  } catch (const std::runtime_error& thrown) {
    text = thrown.what();
  }
  check(text == "four", "an exception of a task");
  int why = 0;
  std::atomic<int> seen{0};
  group.run([&] {
    why = 3;
    group.cancel();
  });
  group.run([&] {
    for (int look = 0; look < 1000 && seen == 0; ++look)
      if (heddle::is_cancelled()) seen = why;
  });
  group.wait();
  check(seen == 0 || seen == 3, "cancellation");
}

void regions() {
  std::vector<int> values(1000);
  heddle::parallel_for(0, 1000, [&values](int i) { values[i] = i; });
  check(heddle::parallel_reduce(0, 1000, heddle::sum<long>(), [&values](int i) { return values[i]; }) == 499'500,
        "loops");
  heddle::scope({.workers = 3}, [&values] {
    for (int i = 0; i < 4; ++i) heddle::spawn([&values, i] { values[i] = 7; });
  });
  check(values[0] == 7 && values[3] == 7, "a scope");
}

void plan(bool rebalance) {
  constexpr int k_side = 16;
  std::vector<long> cells(k_side * k_side, 1);
  const auto at = [&cells](int row, int column) -> long& { return cells[row * k_side + column]; };
  heddle::plan wave({.workers = 2, .rebalance = rebalance});
  for (int row = 1; row < k_side; ++row) {
    for (int column = 1; column < k_side; ++column) {
      wave.task([at, row, column] { at(row, column) = (at(row - 1, column) + at(row, column - 1) + row) % 1009; },
                in(at(row - 1, column)), in(at(row, column - 1)), out(at(row, column)));
    }
  }
  wave.replay(5);
  wave.replay();
}

// @param weakly  in tasks of two that hand on different data
void race(bool weakly) {
  static int x[64];  // two at one place at one instant may look past each other, but not at so many
  static std::atomic<int> begun{0};
  const auto write = [] {
    // order: relaxed — both run at once, and nothing orders what they do.
    begun.fetch_add(1, std::memory_order_relaxed);
    while (begun.load(std::memory_order_relaxed) < 2) sched_yield();
    for (int& each : x) ++each;
  };
  static long data[2];
  heddle::scope({.workers = 3}, [&write, weakly] {
    for (long& own : data) {
      const auto outer = [&write, &own] { heddle::spawn({.ranges = true}, write, inout(std::span<long, 1>(&own, 1))); };
      weakly ? heddle::spawn({.ranges = true, .early = true}, outer, heddle::weak(inout(std::span<long, 1>(&own, 1))))
             : heddle::spawn(write);
    }
  });
}

}  // namespace

int main(int count, char** words) {
  if (count > 1) {
    race(std::string(words[1]) == "weak");
    return 0;
  }
  for (int round = 0; round < 5; ++round) {
    values();
    coroutines();
    events();
    accesses();
    weak_accesses();
    waits();
    failures();
    regions();
    plan(false);
    plan(true);
  }
}
