// The callback of DDAST (Listing 2) step by step, by hand: one thread plays all workers.
#include "dependence/async/async.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "platform/threads/threads.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using Task = graph::Task<P>;
using graph::Mode;
using graph::Seat;
using Manager = dependence::Async<P>;
using dependence::AsyncParameters;

/// A team of which each member makes children of a parent of its own.
class Team final : public graph::ReadySink<P> {
 public:
  Team(std::uint32_t workers, const AsyncParameters& parameters) : manager(workers, parameters), parents_(workers) {
    for (Task& parent : parents_) parent.domain = nullptr;
  }
  ~Team() {
    while (manager.has_work()) {
      taken = static_cast<std::uint32_t>(order.size());
      run(0);
    }
    for (Task& parent : parents_) {
      if (parent.domain != nullptr) manager.close_domain(parent, context(0));
    }
  }

  /// Worker `seat` makes a task. @returns its number
  int submit(Seat seat, Mode mode, void* address) {
    Task* task = graph::allocate_task<P>(slab_, {.accesses = 1});
    task->parent = &parents_[seat];
    task->records[0].set(*task, {address, mode});
    tasks_.push_back(task);
    EXPECT_FALSE(manager.submit(parents_[seat], *task, context(seat))) << "nothing is ready before it is managed";
    return static_cast<int>(tasks_.size()) - 1;
  }
  /// Worker `seat` has run a task. @returns whether it could be freed at once
  bool finish(Seat seat, int number) {
    Task* task = tasks_[static_cast<std::size_t>(number)];
    manager.finished(*task, context(seat));
    const bool free = manager.retired(*task);
    if (free) graph::free_task(slab_, task);
    return free;
  }
  bool run(Seat seat) { return manager.run(context(seat)); }

  void ready(Task& task) noexcept override {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (tasks_[i] == &task) order.push_back(static_cast<int>(i));
    }
    if (when_ready != nullptr) when_ready(*this);
  }
  std::uint32_t ready_tasks() const noexcept override { return static_cast<std::uint32_t>(order.size()) - taken; }
  void requests_waiting() noexcept override { ++calls; }

  Manager manager;
  std::vector<int> order;   // in which tasks became ready
  std::uint32_t taken = 0;  // of them, by workers
  int calls = 0;            // for a sleeper
  void (*when_ready)(Team&) = nullptr;

 private:
  graph::ManagerContext<P> context(Seat seat) { return {.slab = slab_, .sink = *this, .seat = seat}; }

  memory::Slab<P> slab_;
  std::vector<Task> parents_;
  std::vector<Task*> tasks_;
};

constexpr AsyncParameters k_unlimited{.managers = AsyncParameters::k_all, .spins = 1, .operations = 100, .ready = 100};

TEST(AsyncParametersTest, the_defaults_are_those_of_table_5) {
  for (const auto& [workers, managers] : {std::pair{1u, 1u}, {8u, 1u}, {9u, 2u}, {48u, 6u}, {64u, 8u}, {65u, 9u}}) {
    EXPECT_EQ(AsyncParameters{}.in_team_of(workers).managers, managers) << workers << " workers";
  }
  const AsyncParameters defaults = AsyncParameters{}.in_team_of(64);
  EXPECT_EQ(defaults.spins, 1u);
  EXPECT_EQ(defaults.operations, 8u);
  EXPECT_EQ(defaults.ready, 4u);
}

TEST(AsyncParametersTest, what_is_asked_for_is_in_force_in_teams_of_any_size) {
  const AsyncParameters asked{.managers = 3, .spins = 20, .operations = 6, .ready = 128};
  for (const std::uint32_t workers : {1u, 64u}) {
    EXPECT_EQ(asked.in_team_of(workers).managers, 3u);
    EXPECT_EQ(asked.in_team_of(workers).spins, 20u);
    EXPECT_EQ(asked.in_team_of(workers).operations, 6u);
    EXPECT_EQ(asked.in_team_of(workers).ready, 128u);
  }
}

TEST(AsyncCallback, nothing_enters_the_graph_before_somebody_manages) {
  Team team(2, k_unlimited);
  int x = 0;
  team.submit(0, Mode::out, &x);
  EXPECT_TRUE(team.order.empty());
  EXPECT_TRUE(team.manager.has_work());
  EXPECT_TRUE(team.run(1));
  EXPECT_EQ(team.order, std::vector<int>{0});
  EXPECT_FALSE(team.manager.has_work());
  EXPECT_FALSE(team.run(1)) << "nothing is left to do";
}

TEST(AsyncCallback, the_messages_of_a_worker_are_satisfied_in_order_submits_before_dones) {
  Team team(1, k_unlimited);
  int x = 0;
  int y = 0;
  team.submit(0, Mode::out, &x);
  team.run(0);
  const int after = team.submit(0, Mode::in, &x);
  team.finish(0, 0);
  const int other = team.submit(0, Mode::out, &y);
  team.run(0);
  EXPECT_EQ(team.order, (std::vector<int>{0, other, after})) << "the reader was linked before its writer was done with";
}

TEST(AsyncCallback, after_so_many_messages_of_one_worker_it_is_the_next_ones_turn) {
  Team team(3, {.managers = 1, .spins = 1, .operations = 2, .ready = 100});
  int cells[9];
  for (int i = 0; i < 9; ++i) team.submit(static_cast<Seat>(i / 3), Mode::out, &cells[i]);
  team.run(1);
  EXPECT_EQ(team.order, (std::vector<int>{3, 4, 6, 7, 0, 1, 5, 8, 2})) << "beginning with the manager's own";
}

// Three workers with messages, two of a worker at a time.
TEST(AsyncCallback, as_printed_all_managers_begin_with_the_first_worker) {
  Team team(3, {.managers = 1, .spins = 1, .operations = 2, .ready = 100, .as_printed = true});
  int cells[9];
  for (int i = 0; i < 9; ++i) team.submit(static_cast<Seat>(i / 3), Mode::out, &cells[i]);
  team.run(1);
  EXPECT_EQ(team.order, (std::vector<int>{0, 1, 3, 4, 6, 7, 2, 5, 8}));
}

// A worker goes on making tasks: as printed its Dones lie behind them as long as it does.
TEST(AsyncCallback, as_printed_the_dones_of_a_worker_wait_behind_its_submits) {
  for (const bool as_printed : {false, true}) {
    Team team(1, {.managers = 1, .spins = 1, .operations = 2, .ready = 3, .as_printed = as_printed});
    int x = 0;
    int cells[4];
    team.submit(0, Mode::out, &x);
    const int after = team.submit(0, Mode::in, &x);
    team.run(0);
    ASSERT_EQ(team.order, std::vector<int>{0});
    team.taken = 1;
    team.finish(0, 0);
    for (int& cell : cells) team.submit(0, Mode::out, &cell);
    team.run(0);
    std::vector<int> expected{0, after + 1, after + 2};  // the first two that it may satisfy in a turn
    if (!as_printed) expected.push_back(after);
    if (as_printed) expected.insert(expected.end(), {after + 3, after + 4});
    EXPECT_EQ(team.order, expected) << (as_printed ? "as printed" : "cured");
  }
}

TEST(AsyncCallback, a_manager_leaves_when_enough_tasks_are_ready) {
  Team team(2, {.managers = 1, .spins = 1, .operations = 2, .ready = 4});
  int cells[12];
  for (int i = 0; i < 12; ++i) team.submit(static_cast<Seat>(i / 6), Mode::out, &cells[i]);
  EXPECT_TRUE(team.run(0));
  EXPECT_EQ(team.order.size(), 4u);
  EXPECT_FALSE(team.run(0)) << "still enough";
  team.taken = 4;
  team.calls = 0;
  EXPECT_TRUE(team.run(0));
  EXPECT_EQ(team.order.size(), 8u);
  EXPECT_EQ(team.calls, 1) << "messages are left: somebody else is asked";
}

TEST(AsyncCallback, no_more_than_so_many_manage_at_a_time) {
  for (const std::uint32_t most : {1u, 2u}) {
    Team team(2, {.managers = most, .spins = 1, .operations = 1, .ready = 100});
    int cells[3];
    for (int& cell : cells) team.submit(0, Mode::out, &cell);
    static bool refused;
    static bool wanted;
    refused = wanted = false;
    team.when_ready = [](Team& inside) {
      inside.when_ready = nullptr;
      wanted = inside.manager.has_work();
      refused = !inside.run(1);
    };
    team.run(0);
    EXPECT_EQ(wanted, most == 2) << "who may not manage may sleep";
    EXPECT_TRUE(refused) << "as one at a time drains the Submits of a worker, or as one manages already";
    EXPECT_EQ(team.order.size(), 3u);
  }
}

TEST(AsyncCallback, a_message_calls_a_sleeper_unless_enough_manage) {
  Team team(2, {.managers = 1, .spins = 1, .operations = 8, .ready = 100});
  static int x;
  team.submit(0, Mode::out, &x);
  EXPECT_EQ(team.calls, 1);
  team.when_ready = [](Team& inside) {
    inside.when_ready = nullptr;
    inside.calls = 0;
    inside.submit(1, Mode::out, &x);
    EXPECT_EQ(inside.calls, 0);
  };
  team.run(0);
  EXPECT_EQ(team.order.size(), 2u);
}

TEST(AsyncCallback, a_task_that_has_retired_is_kept_until_its_done_is_satisfied) {
  Team team(1, k_unlimited);
  int x = 0;
  team.submit(0, Mode::out, &x);
  team.run(0);
  EXPECT_FALSE(team.finish(0, 0));
  EXPECT_EQ(team.manager.held_tasks(), 1);
  const int next = team.submit(0, Mode::out, &x);
  EXPECT_EQ(team.order.size(), 1u) << "its successor is not released yet";
  team.run(0);
  EXPECT_EQ(team.order.back(), next);
  EXPECT_EQ(team.manager.held_tasks(), 0);
}

TEST(AsyncCallback, a_stranger_satisfies_its_done_itself) {
  Team team(2, k_unlimited);
  int x = 0;
  team.submit(0, Mode::out, &x);
  const int next = team.submit(0, Mode::in, &x);
  team.run(0);
  team.finish(graph::k_no_seat, 0);
  EXPECT_EQ(team.order, (std::vector<int>{0, next}));
  EXPECT_FALSE(team.manager.has_work());
}

}  // namespace
