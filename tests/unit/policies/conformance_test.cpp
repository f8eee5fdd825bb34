// What every scheduler and every dependence manager must do, whatever it is: each row of the policy table, in all
// combinations, in teams of 1, 2, 4 and 8 threads, or of as many as TEAM_SIZES says. A new row is tested here unasked.
#include <gtest/gtest.h>

#include <malloc.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "random_program.hpp"
#include "runtime/policies.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;

struct Combination {
  std::string scheduler;
  std::string dependence;
  unsigned threads;
};

std::string name_of(const Combination& row) {
  return row.scheduler + "_" + row.dependence + "_" + std::to_string(row.threads);
}
void PrintTo(const Combination& row, std::ostream* out) { *out << name_of(row); }

std::vector<unsigned> team_sizes() {
  const char* const asked = std::getenv("TEAM_SIZES");  // one number: tests/pressure asks for 64
  if (asked == nullptr) return {1, 2, 4, 8};
  return {static_cast<unsigned>(std::atoi(asked))};
}

std::vector<Combination> combinations() {
  std::vector<Combination> all;
  for (const auto& scheduler : runtime::schedulers<P>()) {
    for (const auto& manager : runtime::dependence_managers<P>()) {
      for (const unsigned threads : team_sizes()) all.push_back({scheduler.name, manager.name, threads});
    }
  }
  return all;
}

// Cpus of two NUMA nodes, for schedulers that want to know.
constexpr std::uint32_t k_localities[] = {2, 1};

runtime::Settings with(const Combination& combination, runtime::Settings settings) {
  if (runtime::policy_named(runtime::schedulers<P>(), combination.scheduler).by_locality)
    settings.localities = k_localities;
  settings.scheduler = combination.scheduler.c_str();
  settings.dependence = combination.dependence.c_str();
  return settings;
}

class Policies : public testing::TestWithParam<Combination> {
 protected:
  unsigned threads() const { return GetParam().threads; }
  Engine engine{with(GetParam(), quick_settings())};
};

INSTANTIATE_TEST_SUITE_P(All, Policies, testing::ValuesIn(combinations()),
                         [](const auto& row) { return name_of(row.param); });

TEST_P(Policies, each_task_runs_once_on_one_worker) {
  constexpr int k_tasks = 2000;
  std::vector<std::atomic<int>> runs(threads() * k_tasks);
  parallel(threads(), [&] {
    for (int i = 0; i < k_tasks; ++i) {
      std::atomic<int>* mine = &runs[seat() * k_tasks + static_cast<unsigned>(i)];
      spawn_plain([mine] {
        const Worker* worker = &self();
        ++*mine;
        EXPECT_EQ(worker, &self());
      });
    }
    barrier();
    for (auto& count : runs) EXPECT_EQ(count, 1) << "after the barrier";
  });
}

TEST_P(Policies, a_region_without_tasks_and_a_barrier_without_tasks_end) {
  std::atomic<unsigned> ran{0};
  for (int round = 0; round < 20; ++round) {
    parallel(threads(), [&] {
      ++ran;
      barrier();
      EXPECT_EQ(ran % threads(), 0u);
      barrier();
    });
  }
  EXPECT_EQ(ran, 20 * threads());
}

long sum_to(int from, int to) {
  if (to - from == 1) return from;
  long left = 0;
  const int middle = (from + to) / 2;
  long* result = &left;
  spawn([=] { *result = sum_to(from, middle); });
  const long right = sum_to(middle, to);
  taskwait();
  return left + right;
}

TEST_P(Policies, parents_wait_for_their_children_at_every_level) {
  parallel(threads(), [&] {
    if (seat() == 0) {
      EXPECT_EQ(sum_to(0, 3000), 3000L * 2999 / 2);
    }
  });
}

TEST_P(Policies, tasks_with_a_priority_go_first_highest_first_then_oldest) {
  if (threads() != 2) return;  // one holds still, one runs
  std::atomic<bool> stop{false};
  std::vector<int> order;
  parallel(2, [&] {
    if (seat() != 0) return spin_until([&] { return stop.load(); });
    for (const int priority : {0, 1, 3, 2, 3, 0}) {
      const int number = priority * 10 + static_cast<int>(order.size());
      spawn([&order, number] { order.push_back(number); }, {}, {.priority = priority});
    }
    taskwait();
    stop = true;
  });
  ASSERT_EQ(order.size(), 6u);
  EXPECT_EQ((std::vector<int>{order.begin(), order.begin() + 4}), (std::vector<int>{30, 30, 20, 10}));
}

TEST_P(Policies, a_tied_task_that_waits_runs_only_its_descendants) {
  if (threads() != 2) return;
  std::atomic<bool> stop{false};
  parallel(2, [&] {
    if (seat() != 0) return spin_until([&] { return stop.load(); });
    static bool first_is_waiting;
    first_is_waiting = false;
    for (int i = 0; i < 6; ++i) {
      spawn([] {
        EXPECT_FALSE(first_is_waiting) << "a sibling ran inside another one's taskwait";
        int grandchildren = 0;
        spawn([&grandchildren] {
          EXPECT_TRUE(first_is_waiting);
          spawn([&grandchildren] { ++grandchildren; });
          taskwait();
        });
        first_is_waiting = true;
        taskwait();
        first_is_waiting = false;
        EXPECT_EQ(grandchildren, 1);
      });
    }
    taskwait();
    stop = true;
  });
}

TEST_P(Policies, take_descendant_returns_descendants_only) {
  for (const auto& policy : runtime::schedulers<P>()) {
    if (policy.name != GetParam().scheduler) continue;
    auto scheduler = std::make_unique<runtime::ReadyTasks<P>>(
        policy.make({.seats = threads(), .localities = k_localities, .patience_ns = 0}), threads());
    if (scheduler->groups() != nullptr) scheduler->groups()->divide(threads());
    std::vector<Task> family(4);  // grandparent, parent, child; the last is a stranger
    for (unsigned i = 0; i < 4; ++i) {
      family[i].parent = i == 0 || i == 3 ? nullptr : &family[i - 1];
      family[i].depth = i == 3 ? 1 : i;
      family[i].priority = 0;
    }
    EXPECT_FALSE(scheduler->has_work());
    EXPECT_EQ(scheduler->take(0), nullptr);
    EXPECT_EQ(scheduler->take_descendant(0, family[0]), nullptr);
    for (const graph::Seat from : {graph::Seat{0}, graph::k_no_seat}) {
      for (Task* task : {&family[3], &family[2]}) {
        scheduler->put(*task, from);
        EXPECT_TRUE(scheduler->has_work());
        EXPECT_EQ(scheduler->take_descendant(0, family[1]), task == &family[2] ? task : nullptr);
        EXPECT_EQ(scheduler->take(threads() - 1), task == &family[2] ? nullptr : task);
        EXPECT_FALSE(scheduler->has_work());
      }
    }
  }
}

TEST_P(Policies, what_strangers_hide_is_found_before_sleep_and_they_stay_to_be_found) {
  for (const auto& policy : runtime::schedulers<P>()) {
    if (policy.name != GetParam().scheduler) continue;
    runtime::ReadyTasks<P> ready(policy.make({.seats = threads(), .localities = k_localities, .patience_ns = 0}),
                                 threads());
    if (ready.groups() != nullptr) ready.groups()->divide(threads());
    Task waiting{};
    std::vector<Task> queued(5);
    for (Task& task : queued) {
      task.parent = nullptr;
      task.depth = 1;
      task.priority = 0;
    }
    queued[3].parent = &waiting;
    waiting.depth = 0;
    for (Task& task : queued) ready.put(task, threads() - 1);
    bool moved = false;
    EXPECT_EQ(ready.uncover_descendant(0, waiting, moved), &queued[3]);
    EXPECT_EQ(ready.uncover_descendant(0, waiting, moved), nullptr);
    std::set<Task*> left;
    while (Task* const task = ready.take(threads() - 1)) EXPECT_TRUE(left.insert(task).second);
    EXPECT_EQ(left.size(), 4u);
    EXPECT_FALSE(ready.has_work());
  }
}

class SleepyPolicies : public testing::TestWithParam<Combination> {
 protected:
  unsigned threads() const { return GetParam().threads; }
  Engine engine{with(GetParam(), sleepy_settings())};
};

INSTANTIATE_TEST_SUITE_P(All, SleepyPolicies, testing::ValuesIn(combinations()),
                         [](const auto& row) { return name_of(row.param); });

TEST_P(SleepyPolicies, a_task_wakes_a_worker_that_sleeps_in_a_barrier) {
  if (threads() == 1) return;
  parallel(threads(), [&] {
    if (seat() != 0) return;
    for (int i = 0; i < 300; ++i) {
      std::atomic<bool> ran{false};
      spawn([&ran] { ran = true; });
      spin_until([&] { return ran.load(); });  // does not run it: somebody else must
    }
  });
}

TEST_P(SleepyPolicies, a_child_that_ends_elsewhere_wakes_its_waiting_parent) {
  int x = 0;
  parallel(threads(), [&] {
    for (int i = 0; i < 100; ++i) {
      std::atomic<int> ran{0};
      spawn([&ran] { ++ran; }, {{&x, Mode::out}});
      spawn([&ran] { P::yield(), ++ran; }, {{&x, Mode::out}});
      taskwait();
      EXPECT_EQ(ran, 2);
      spawn([&ran] { P::yield(), ++ran; }, {{&x, Mode::out}});
      spawn([&ran] { ++ran; }, {{&x, Mode::in}}, {.undeferred = true});
      EXPECT_EQ(ran, 4);
      taskgroup([&] { spawn([&ran] { spawn([&ran] { P::yield(), ++ran; }); }); });
      EXPECT_EQ(ran, 5);
    }
  });
}

TEST_P(SleepyPolicies, random_programs_compute_what_a_serial_execution_would) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    RandomProgram program(seed, {});
    parallel(threads(), [&] {
      if (seat() == 0) program.run();
    });
    ASSERT_EQ(program.verdict(), "") << "seed " << seed;
  }
}

TEST_P(Policies, random_programs_compute_what_a_serial_execution_would) {
  const Shape shapes[] = {{},
                          {.depth = 5, .children = 8},
                          {.depth = 1, .children = 400, .cells = 1, .accesses = 1},
                          {.depth = 1, .children = 600, .cells = 300, .accesses = 12},
                          {.depth = 2, .children = 60, .cells = 2}};
  std::uint32_t seed = 100;
  for (const Shape& shape : shapes) {
    for (int round = 0; round < 2; ++round) {
      std::vector<std::unique_ptr<RandomProgram>> programs;
      for (unsigned i = 0; i < threads(); ++i) programs.push_back(std::make_unique<RandomProgram>(++seed, shape));
      parallel(threads(), [&] { programs[seat()]->run(); });
      for (const auto& program : programs) ASSERT_EQ(program->verdict(), "") << "seeds up to " << seed;
    }
  }
}

TEST_P(Policies, a_large_set_of_each_kind_is_complete_before_its_successor) {
  for (const Mode mode : {Mode::in, Mode::inoutset, Mode::mutexinoutset}) {
    std::atomic<int> ran{0};
    int x = 0;
    parallel(threads(), [&] {
      if (seat() != 0) return;
      for (int set = 1; set <= 3; ++set) {
        for (int i = 0; i < 500; ++i) spawn([&ran] { ++ran; }, {{&x, mode}});
        spawn([&ran, set] { EXPECT_EQ(ran, 500 * set); }, {{&x, Mode::out}});
      }
    });
    EXPECT_EQ(ran, 1500);
  }
}

TEST_P(Policies, memory_is_returned_when_a_program_is_repeated) {
#if defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "counts memory, not races, and would take the sanitizer five minutes";
#endif
  RandomProgram program(7, {.depth = 2, .children = 40, .cells = 20});
  RandomProgram join_nodes(8, {.depth = 1, .children = 60, .cells = 2, .accesses = 2});
  const auto repeat = [&](int rounds) {
    for (int round = 0; round < rounds; ++round) {
      parallel(threads(), [&] {
        if (seat() != 0) return;
        program.run();
        join_nodes.run();
      });
    }
    return mallinfo2().uordblks;
  };
  // Slabs grow by what is under way at once, and a new peak may come late, in any of a large team's slabs; a leak of
  // one block in ten tasks would be 2 MB in every batch.
  const std::size_t noise = std::max<std::size_t>(50'000, std::size_t{16'384} * threads());
  const bool large = threads() > 16;  // takes 50 ms a round: one block in five tasks would be seen
  std::size_t before = repeat(large ? 30 : 60);
  std::size_t growth = SIZE_MAX;
  for (int batch = 0; batch < 10 && growth >= noise; ++batch) {
    const std::size_t after = repeat(large ? 100 : 200);
    growth = after > before ? after - before : 0;
    before = after;
  }
  EXPECT_LT(growth, noise) << program.tasks() + join_nodes.tasks() << " tasks a round";
}

}  // namespace
