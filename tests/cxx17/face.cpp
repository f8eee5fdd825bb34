// heddle/cxx17.hpp as a program in C++17, and the same file as one in C++20: each claim is checked by its result.
#include <atomic>
#include <cstdio>
#include <functional>
#include <heddle/cxx17.hpp>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

using heddle::in;
using heddle::inout;
using heddle::out;

namespace {

int failures = 0;

void expect(bool holds, const char* claim) {
  if (holds) return;
  std::printf("not so: %s\n", claim);
  ++failures;
}

long fib(int n) {
  if (n < 2) return n;
  long left = 0;
  long right = 0;
  heddle::parallel_invoke([&] { left = fib(n - 1); }, [&] { right = fib(n - 2); });
  return left + right;
}

void tasks_run_in_the_order_of_their_accesses() {
  std::vector<long> cells(64, 1);
  for (std::size_t i = 1; i < cells.size(); ++i)
    heddle::spawn([&cells, i] { cells[i] += cells[i - 1]; }, in(cells[i - 1]), inout(cells[i]));
  heddle::wait();
  expect(cells.back() == 64, "a chain of 64 adds up");

  long together = 0;
  for (int i = 0; i < 100; ++i) heddle::spawn([&together] { ++together; }, heddle::commutative(together));
  std::atomic<long> beside{0};
  for (int i = 0; i < 100; ++i) heddle::spawn([&beside] { ++beside; }, heddle::concurrent(beside));
  heddle::wait();
  expect(together == 100 && beside == 100, "commutative and concurrent tasks all run");
}

void a_body_may_own_what_cannot_be_copied_and_is_destroyed() {
  const auto counted = std::make_shared<int>(0);
  std::atomic<int> sum{0};
  for (int i = 0; i < 50; ++i) heddle::spawn([counted, owned = std::make_unique<int>(i), &sum] { sum += *owned; });
  heddle::wait();
  expect(sum == 1225 && counted.use_count() == 1, "bodies with owners run once and go");
}

void exceptions_come_out_of_the_wait() {
  heddle::spawn_options named;
  named.name = "thrower";
  named.priority = 1;
  heddle::spawn(named, [] { throw std::runtime_error("from a task"); });
  try {
    heddle::wait();
    expect(false, "wait() throws");
  } catch (const std::runtime_error& thrown) {
    expect(std::string(thrown.what()) == "from a task", "what() is kept");
  }
  const auto counted = std::make_shared<int>(0);
  heddle::task_group group;
  group.run(named, [] { throw std::logic_error("from a group"); });
  for (int i = 0; i < 50; ++i) group.run([counted] { (void)counted; });
  bool thrown = false;
  try {
    group.wait();
  } catch (const std::logic_error&) {
    thrown = true;
  }
  expect(thrown && counted.use_count() == 1, "a group throws, and bodies that were left out are destroyed");
  group.run([&group] { group.cancel(); });
  expect(!group.wait(), "a cancelled group says so");
}

void loops_run_each_index_once() {
  for (const int n : {0, 1, 7, 1000}) {
    std::vector<std::atomic<int>> hit(static_cast<std::size_t>(n));
    heddle::parallel_for(0, n, [&](int i) { ++hit[static_cast<std::size_t>(i)]; });
    bool all = true;
    for (const auto& one : hit) all = all && one == 1;
    expect(all, "each index once");
  }
  std::atomic<long> sum{0};
  heddle::loop_options options;
  options.schedule = heddle::loop_schedule::dynamic;
  options.grain = 16;
  heddle::parallel_for(-500L, 500, [&](long i) { sum += i; }, options);
  expect(sum == -500, "negative indices");
  const auto largest = std::numeric_limits<std::int64_t>::max();
  std::atomic<int> far{0};
  heddle::parallel_for(largest - 3, largest, [&](std::int64_t i) { far += i > largest - 4 ? 1 : 100; });
  expect(far == 3, "indices at the end of their type");
  expect(heddle::parallel_reduce(0, 1001, heddle::sum<long>(), [](int i) { return static_cast<long>(i); }) == 500500,
         "a sum");
  expect(heddle::parallel_reduce(5, 5, heddle::maximum<int>(), [](int i) { return i; }) ==
             std::numeric_limits<int>::lowest(),
         "no iterations give the identity");
  bool thrown = false;
  try {
    heddle::parallel_for(0, 100, [](int i) {
      if (i == 50) throw std::out_of_range("fifty");
    });
  } catch (const std::out_of_range&) {
    thrown = true;
  }
  expect(thrown, "a loop throws what its body throws");
}

void wrong_calls_are_refused() {
  bool refused = false;
  try {
    heddle::spawn(std::function<void()>());
  } catch (const heddle::null_body&) {
    refused = true;
  }
  expect(refused, "an empty function is refused");
  int x = 0;
  refused = false;
  try {
    heddle::spawn([] {}, out(x), inout(x));
  } catch (const heddle::task_error& error) {
    refused = error.code() == HEDDLE_OVERLAP;
  }
  expect(refused, "two accesses that write the same are refused");
}

}  // namespace

int main() {
  tasks_run_in_the_order_of_their_accesses();
  a_body_may_own_what_cannot_be_copied_and_is_destroyed();
  exceptions_come_out_of_the_wait();
  loops_run_each_index_once();
  wrong_calls_are_refused();
  expect(fib(15) == 610, "fib(15)");
  expect(heddle::worker() < heddle::workers() && !heddle::is_cancelled(), "workers have numbers");
  return failures == 0 ? 0 : 1;
}
