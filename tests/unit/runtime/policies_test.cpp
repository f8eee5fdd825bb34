// The tables of policies: found by name and by number, each makes what it says, and what a name that is not there
// means.
#include "runtime/policies.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "platform/threads/threads.hpp"
#include "runtime/ready_tasks.hpp"

namespace {

using namespace heddle;
using namespace heddle::runtime;
using P = platform::Threads;

template <class Policy>
void expect_found_by_name(std::span<const Policy> policies) {
  std::set<std::string> names;
  for (const Policy& policy : policies) {
    EXPECT_TRUE(names.insert(policy.name).second) << policy.name << " twice";
    EXPECT_EQ(find_policy(policies, policy.name), &policy);
    EXPECT_EQ(&policy_named(policies, policy.name), &policy);
    EXPECT_NE(std::string(policy.about), "");
  }
  EXPECT_EQ(find_policy(policies, "none of these"), nullptr);
  EXPECT_EQ(find_policy(policies, ""), nullptr);
  EXPECT_EQ(&policy_named(policies, "none of these"), &policies.front()) << "the default";
  const std::vector<std::string_view> all = names_of(policies);
  ASSERT_EQ(all.size(), policies.size());
  for (std::size_t row = 0; row < all.size(); ++row) EXPECT_EQ(all[row], policies[row].name);
}

TEST(Policies, are_found_by_their_names_and_the_first_stands_for_all_others) {
  expect_found_by_name(schedulers<P>());
  expect_found_by_name(dependence_managers<P>());
  expect_found_by_name(loop_schedules<P>());
}

TEST(Policies, of_loops_are_found_by_their_numbers_too) {
  const auto loops = loop_schedules<P>();
  std::set<unsigned> numbers;
  for (const auto& policy : loops) {
    EXPECT_TRUE(numbers.insert(policy.traits.number).second) << policy.name;
    EXPECT_LT(policy.traits.number, k_loop_numbers);
    EXPECT_EQ(find_loop<P>(loops, policy.traits.number), &policy);
    const LoopTraits& traits = loop_traits[policy.traits.number];
    EXPECT_EQ(traits.number, policy.traits.number);
    EXPECT_EQ(traits.balances, policy.traits.balances);
    EXPECT_EQ(traits.fixed, policy.traits.fixed);
    EXPECT_EQ(traits.brief, policy.traits.brief);
    EXPECT_EQ(traits.chunk, policy.traits.chunk);
  }
  for (unsigned number = 0; number < k_loop_numbers; ++number) {
    if (numbers.contains(number)) continue;
    EXPECT_EQ(find_loop<P>(loops, number), nullptr) << number;
    EXPECT_FALSE(loop_traits[number].balances) << number;
  }
  EXPECT_EQ(find_loop<P>(loops, k_loop_numbers), nullptr);
}

TEST(Policies, of_loops_have_the_numbers_that_traces_and_libgomp_hold) {
  const auto number_of = [](const char* name) { return find_policy(loop_schedules<P>(), name)->traits.number; };
  EXPECT_EQ(number_of("static"), 1);
  EXPECT_EQ(number_of("dynamic"), 2);
  EXPECT_EQ(number_of("guided"), 3);
  EXPECT_EQ(number_of("idws"), 6);
  EXPECT_EQ(number_of("steal"), 7);
  EXPECT_EQ(number_of("steal_most"), 8);
}

TEST(Policies, say_which_loops_they_may_run) {
  const auto traits_of = [](const char* name) { return find_policy(loop_schedules<P>(), name)->traits; };
  EXPECT_TRUE(traits_of("static").fixed) << "who runs what follows from the loop";
  for (const char* name : {"dynamic", "guided", "idws", "steal", "steal_most"}) EXPECT_FALSE(traits_of(name).fixed);
  for (const char* name : {"static", "dynamic", "guided"}) EXPECT_FALSE(traits_of(name).balances) << name;
  for (const char* name : {"idws", "steal", "steal_most"}) EXPECT_TRUE(traits_of(name).balances) << name;
}

TEST(Policies, of_schedulers_hand_a_task_out_once) {
  for (const auto& policy : schedulers<P>()) {
    for (const std::uint32_t seats : {1u, 3u}) {
      const auto scheduler = policy.make({.seats = seats});
      graph::Task<P> task{};
      task.parent = nullptr;
      task.depth = 1;
      task.priority = 0;
      task.flags = 0;
      EXPECT_EQ(scheduler->take(0), nullptr) << policy.name;
      scheduler->put(task, seats - 1);
      EXPECT_TRUE(scheduler->has_work(graph::k_no_seat, graph::Look::at_all)) << policy.name;
      EXPECT_EQ(scheduler->backlog(seats - 1, 0), 1u) << policy.name;
      EXPECT_EQ(scheduler->take(0), &task) << policy.name;
      EXPECT_EQ(scheduler->take(0), nullptr) << policy.name;
    }
  }
}

TEST(Policies, of_schedulers_are_by_locality_where_they_divide_the_team) {
  const std::uint32_t localities[] = {2, 2};
  for (const auto& policy : schedulers<P>()) {
    const auto scheduler = policy.make({.seats = 4, .localities = localities});
    EXPECT_EQ(scheduler->groups() != nullptr, policy.by_locality) << policy.name;
  }
}

TEST(Policies, of_dependences_have_a_job_for_idle_workers_where_they_leave_something_for_later) {
  for (const auto& policy : dependence_managers<P>()) {
    const auto made = policy.make({.seats = 2});
    ASSERT_NE(made.manager, nullptr) << policy.name;
    const std::string name = policy.name;
    EXPECT_EQ(made.job != nullptr, name != "direct" && name != "locked") << name;
    if (made.job != nullptr) {
      EXPECT_FALSE(made.job->has_work()) << name;
    }
  }
}

// -- what is drawn in front of a scheduler
// -----------------------------------------------------------------------------

class Ready : public testing::TestWithParam<const char*> {
 protected:
  Ready()
      : tasks(8),
        ready(std::make_unique<ReadyTasks<P>>(policy_named(schedulers<P>(), GetParam()).make({.seats = 3}), 3)) {
    for (graph::Task<P>& task : tasks) {
      task.parent = nullptr;
      task.depth = 1;
      task.priority = 0;
      task.flags = 0;
    }
  }
  graph::Task<P>& preferring(graph::Seat seat, std::size_t which) {
    tasks[which].flags = graph::k_prefers;
    tasks[which].sequence = seat;
    return tasks[which];
  }

  std::vector<graph::Task<P>> tasks;
  std::unique_ptr<ReadyTasks<P>> ready;
};

TEST_P(Ready, tasks_with_a_priority_come_first_the_greatest_before_others) {
  ready->put(tasks[0], 0);
  tasks[1].priority = 1;
  tasks[2].priority = 9;
  ready->put(tasks[1], 0);
  ready->put(tasks[2], 1);
  EXPECT_EQ(ready->take(0), &tasks[2]);
  EXPECT_EQ(ready->take(0), &tasks[1]);
  EXPECT_EQ(ready->take(0), &tasks[0]);
  EXPECT_EQ(ready->take(0), nullptr);
}

TEST_P(Ready, what_comes_from_outside_of_the_team_is_found_by_anybody_at_once) {
  ready->put(tasks[0], 2);
  ready->put(tasks[1], graph::k_no_seat);
  EXPECT_EQ(ready->take(1), &tasks[1]);
  EXPECT_EQ(ready->take(1), &tasks[0]);
}

TEST_P(Ready, a_task_that_prefers_a_seat_is_spared_for_it) {
  ready->put(preferring(1, 0), 0);
  EXPECT_TRUE(ready->has_work());
  EXPECT_TRUE(ready->finds_work(0));
  EXPECT_TRUE(ready->glimpses_work(1));
  ready->put(tasks[1], 1);
  EXPECT_EQ(ready->take(1), &tasks[0]) << "before its own";
  EXPECT_EQ(ready->take(1), &tasks[1]);
  EXPECT_FALSE(ready->has_work());
}

TEST_P(Ready, counts_what_a_seat_has_in_store_with_what_is_urgent) {
  EXPECT_EQ(ready->backlog(0), 0u);
  ready->put(tasks[0], 0);
  ready->put(tasks[1], 0);
  tasks[2].priority = 3;
  ready->put(tasks[2], 0);
  EXPECT_EQ(ready->backlog(0), 3u);
  EXPECT_EQ(ready->own_backlog(0, 100), 3u);
  EXPECT_GE(ready->own_backlog(0, 2), 2u);
  EXPECT_EQ(ready->backlog(1), 0u);
}

TEST_P(Ready, only_descendants_are_given_to_who_asks_for_them) {
  graph::Task<P> ancestor{};
  ancestor.parent = nullptr;
  ancestor.depth = 0;
  tasks[0].parent = &ancestor;
  tasks[1].priority = 5;
  tasks[2].parent = &ancestor;
  tasks[2].priority = 2;
  ready->put(tasks[1], 0);
  ready->put(tasks[0], 0);
  ready->put(tasks[2], 0);
  EXPECT_EQ(ready->take_descendant(0, ancestor), &tasks[2]) << "the urgent one of its own";
  EXPECT_EQ(ready->take_descendant(0, ancestor), &tasks[0]);
  EXPECT_EQ(ready->take_descendant(0, ancestor), nullptr);
  EXPECT_EQ(ready->take(0), &tasks[1]);
}

INSTANTIATE_TEST_SUITE_P(Schedulers, Ready, testing::Values("steal", "dbf"));

}  // namespace
