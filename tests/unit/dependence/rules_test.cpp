// Which task waits for which: the rules of the access modes, the same for every manager, as tables of expected edges.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "graph/release.hpp"
#include "platform/threads/threads.hpp"
#include "runtime/policies.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using Task = graph::Task<P>;
using graph::Access;
using graph::Mode;

/// A parent whose children are submitted and finished by hand.
class Family final : public graph::ReadySink<P> {
 public:
  explicit Family(const std::string& manager)
      : made_(runtime::policy_named(runtime::dependence_managers<P>(), manager.c_str()).make({})),
        manager_(made_.manager.get()) {
    parent_.domain = nullptr;
  }
  ~Family() {
    if (parent_.domain != nullptr) manager_->close_domain(parent_, context());
    EXPECT_EQ(live_, 0) << "tasks that were neither finished nor forgotten";
  }

  /// Submits a task. @returns its number
  int submit(const std::vector<Access>& accesses) {
    Task* task = graph::allocate_task<P>(slab_, {.accesses = static_cast<std::uint32_t>(accesses.size())});
    task->parent = &parent_;
    for (std::uint32_t i = 0; i < accesses.size(); ++i) {
      task->records[i].set(*task, accesses[i]);
    }
    tasks_.push_back(task);
    ready_.push_back(false);
    ++live_;
    if (manager_->submit(parent_, *task, context())) ready_.back() = true;
    work_off();
    return static_cast<int>(tasks_.size()) - 1;
  }

  void finish(int number) {
    Task* task = tasks_[static_cast<std::size_t>(number)];
    EXPECT_TRUE(is_ready(number));
    tasks_[static_cast<std::size_t>(number)] = nullptr;  // its block may be another task's soon
    manager_->finished(*task, context());
    --live_;
    if (manager_->retired(*task)) graph::free_task(slab_, task);
    work_off();
  }

  void ready(Task& task) noexcept override {
    for (std::size_t i = 0; i < tasks_.size(); ++i) {
      if (tasks_[i] != &task) continue;
      EXPECT_FALSE(ready_[i]) << "ready twice";
      ready_[i] = true;
    }
  }

  bool is_ready(int number) const { return ready_[static_cast<std::size_t>(number)]; }
  bool may_skip(const Access& access) { return manager_->may_skip(parent_, &access, 1, 0); }
  /// Unfinished direct predecessors, join nodes included.
  int edges_into(int number) const {
    const std::int32_t pending = tasks_[static_cast<std::size_t>(number)]->dependences.pending;
    return pending == graph::Dependences<P>::k_linking ? 0 : pending;
  }

 private:
  graph::ManagerContext<P> context() { return {slab_, *this, 0}; }
  void work_off() {
    while (made_.job != nullptr && made_.job->has_work()) made_.job->run(context());
  }

  memory::Slab<P> slab_;
  runtime::ManagerAndJob<P> made_;
  graph::DependenceManager<P>* manager_;
  Task parent_{};
  std::vector<Task*> tasks_;
  std::vector<bool> ready_;
  int live_ = 0;
};

class Rules : public testing::TestWithParam<std::string> {
 protected:
  Family family{GetParam()};
  int x = 0;
  int y = 0;
};

std::vector<std::string> managers() {
  std::vector<std::string> names;
  for (const auto& policy : runtime::dependence_managers<P>()) names.push_back(policy.name);
  return names;
}
INSTANTIATE_TEST_SUITE_P(All, Rules, testing::ValuesIn(managers()), [](const auto& name) { return name.param; });

TEST_P(Rules, the_second_of_two_accesses_waits_unless_both_are_of_one_set) {
  for (const Mode first : {Mode::in, Mode::out, Mode::inoutset, Mode::mutexinoutset}) {
    for (const Mode second : {Mode::in, Mode::out, Mode::inoutset, Mode::mutexinoutset}) {
      Family two(GetParam());
      const bool one_set = first == second && first != Mode::out;
      const int earlier = two.submit({{&x, first}});
      const int later = two.submit({{&x, second}});
      EXPECT_TRUE(two.is_ready(earlier));
      EXPECT_EQ(two.edges_into(later), one_set ? 0 : 1);
      EXPECT_EQ(two.is_ready(later), one_set && first != Mode::mutexinoutset) << "a mutexinoutset runs one at a time";
      two.finish(earlier);
      EXPECT_TRUE(two.is_ready(later));
      two.finish(later);
    }
  }
}

TEST_P(Rules, a_writer_waits_for_all_readers_and_the_readers_for_the_last_writer) {
  const int writer = family.submit({{&x, Mode::out}});
  std::vector<int> readers;
  for (int i = 0; i < 5; ++i) readers.push_back(family.submit({{&x, Mode::in}}));
  const int next = family.submit({{&x, Mode::out}});
  for (const int reader : readers) EXPECT_EQ(family.edges_into(reader), 1);
  EXPECT_EQ(family.edges_into(next), 5);
  family.finish(writer);
  for (const int reader : readers) {
    EXPECT_FALSE(family.is_ready(next));
    family.finish(reader);
  }
  EXPECT_TRUE(family.is_ready(next));
  family.finish(next);
}

TEST_P(Rules, a_predecessor_met_at_several_addresses_counts_once) {
  int buffers[2][20];
  std::vector<int> tasks;
  const auto step = [&](int from, int points) {  // of a stencil with two buffers
    for (int point = 1; point <= points; ++point) {
      tasks.push_back(family.submit({{&buffers[from][point - 1], Mode::in},
                                     {&buffers[from][point], Mode::in},
                                     {&buffers[from][point + 1], Mode::in},
                                     {&buffers[1 - from][point], Mode::out}}));
    }
  };
  step(0, 10);
  step(1, 10);
  EXPECT_EQ(family.edges_into(tasks[10]), 2) << "the neighbours' tasks; each has also read what this one writes";
  for (int point = 1; point < 9; ++point) EXPECT_EQ(family.edges_into(tasks[static_cast<std::size_t>(10 + point)]), 3);
  std::vector<Access> many;  // more predecessors than are remembered, each met twice
  for (int point = 1; point <= 10; ++point) {
    many.push_back({&buffers[0][point], Mode::in});
    many.push_back({&buffers[0][point], Mode::out});
  }
  const int last = family.submit(many);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    EXPECT_FALSE(family.is_ready(last));
    family.finish(tasks[i]);
  }
  EXPECT_TRUE(family.is_ready(last));
  family.finish(last);
}

TEST_P(Rules, m_readers_before_n_members_of_a_set_cost_m_plus_n_edges) {
  constexpr int k_readers = 30;
  std::vector<int> readers;
  std::vector<int> members;
  for (int i = 0; i < k_readers; ++i) readers.push_back(family.submit({{&x, Mode::in}}));
  for (int i = 0; i < 40; ++i) members.push_back(family.submit({{&x, Mode::inoutset}}));
  for (const int member : members) EXPECT_EQ(family.edges_into(member), 1) << "of the join node";
  for (int i = 0; i < k_readers; ++i) {
    EXPECT_FALSE(family.is_ready(members.front()) || family.is_ready(members.back()));
    family.finish(readers[static_cast<std::size_t>(i)]);
  }
  for (const int member : members) EXPECT_TRUE(family.is_ready(member));
  for (const int member : members) family.finish(member);
}

TEST_P(Rules, a_join_node_of_finished_tasks_holds_nobody_up) {
  std::vector<int> readers;
  for (int i = 0; i < 4; ++i) readers.push_back(family.submit({{&x, Mode::in}}));
  for (const int reader : readers) family.finish(reader);
  EXPECT_TRUE(family.may_skip({&x, Mode::out}));
  const int member = family.submit({{&x, Mode::inoutset}});
  EXPECT_TRUE(family.is_ready(member));
  EXPECT_FALSE(family.may_skip({&x, Mode::in}));
  family.finish(member);
}

TEST_P(Rules, a_late_member_of_a_set_waits_for_what_the_set_waits_for) {
  const int writer = family.submit({{&x, Mode::out}});
  const int first = family.submit({{&x, Mode::inoutset}});
  EXPECT_FALSE(family.may_skip({&x, Mode::inoutset}));
  family.finish(writer);
  EXPECT_TRUE(family.may_skip({&x, Mode::inoutset}));
  const int second = family.submit({{&x, Mode::inoutset}});
  EXPECT_TRUE(family.is_ready(first) && family.is_ready(second));
  const int reader = family.submit({{&x, Mode::in}});
  family.finish(second);
  EXPECT_FALSE(family.is_ready(reader));
  family.finish(first);
  EXPECT_TRUE(family.is_ready(reader));
  family.finish(reader);
}

TEST_P(Rules, an_address_named_twice_counts_as_its_strongest_mode) {
  for (const Mode first : {Mode::in, Mode::out, Mode::inoutset, Mode::mutexinoutset}) {
    for (const Mode second : {Mode::in, Mode::out, Mode::inoutset, Mode::mutexinoutset}) {
      Family four(GetParam());
      const int earlier = four.submit({{&x, Mode::in}});
      const int twice = four.submit({{&x, first}, {&y, Mode::in}, {&x, second}});
      const int reader = four.submit({{&x, Mode::in}});
      const bool reads_only = first == Mode::in && second == Mode::in;
      EXPECT_EQ(four.is_ready(twice), reads_only);
      EXPECT_EQ(four.is_ready(reader), reads_only);
      four.finish(earlier);
      EXPECT_TRUE(four.is_ready(twice)) << "it does not wait for itself";
      EXPECT_EQ(four.is_ready(reader), reads_only);
      four.finish(twice);
      EXPECT_TRUE(four.is_ready(reader));
      four.finish(reader);
    }
  }
}

TEST_P(Rules, two_mutexinoutset_tasks_with_two_addresses_in_different_order_both_run) {
  const int first = family.submit({{&x, Mode::mutexinoutset}, {&y, Mode::mutexinoutset}});
  const int second = family.submit({{&y, Mode::mutexinoutset}, {&x, Mode::mutexinoutset}});
  const int third = family.submit({{&y, Mode::mutexinoutset}});
  const int last = family.submit({{&x, Mode::out}, {&y, Mode::out}});
  EXPECT_TRUE(family.is_ready(first));
  EXPECT_FALSE(family.is_ready(second) || family.is_ready(third));
  family.finish(first);
  EXPECT_NE(family.is_ready(second), family.is_ready(third)) << "one at a time";
  const int next = family.is_ready(second) ? second : third;
  family.finish(next);
  EXPECT_FALSE(family.is_ready(last));
  family.finish(second + third - next);
  EXPECT_TRUE(family.is_ready(last));
  family.finish(last);
}

TEST_P(Rules, the_table_forgets_what_is_over_and_finds_what_is_not_while_it_grows) {
  std::vector<int> cells(5000);
  const int lasting = family.submit({{&x, Mode::out}});
  for (int& cell : cells) {
    const int task = family.submit({{&cell, Mode::out}});
    ASSERT_TRUE(family.is_ready(task));
    family.finish(task);
  }
  const int reader = family.submit({{&x, Mode::in}});
  EXPECT_FALSE(family.is_ready(reader));
  family.finish(lasting);
  family.finish(reader);
}

TEST_P(Rules, a_large_set_forgets_its_finished_members) {
  for (int i = 0; i < 1000; ++i) {
    const int reader = family.submit({{&x, Mode::in}});
    if (i % 10 != 0) family.finish(reader);
  }
  const int writer = family.submit({{&x, Mode::out}});
  EXPECT_EQ(family.edges_into(writer), 100) << "only the unfinished ones are waited for";
  for (int i = 0; i < 1000; i += 10) family.finish(i);
  EXPECT_TRUE(family.is_ready(writer));
  family.finish(writer);
}

TEST_P(Rules, all_memory_waits_for_everything_and_everything_waits_for_it) {
  const std::vector<Access> all = {{graph::k_all_memory, Mode::out}};
  for (const Mode mode : {Mode::in, Mode::out, Mode::inoutset, Mode::mutexinoutset}) {
    Family six(GetParam());
    const int writer = six.submit({{&x, Mode::out}});
    const int before = six.submit({{&y, mode}});
    const int middle = six.submit({all.front(), {&x, Mode::in}, {&y, Mode::mutexinoutset}});
    const int again = six.submit(all);
    const int after = six.submit({{&y, mode}});
    const int reader = six.submit({{&x, Mode::in}});
    EXPECT_FALSE(six.may_skip(all.front()) || six.may_skip({&family, Mode::in}));
    EXPECT_EQ(six.edges_into(middle), 2);
    six.finish(before);
    EXPECT_FALSE(six.is_ready(middle));
    six.finish(writer);
    EXPECT_TRUE(six.is_ready(middle));
    EXPECT_FALSE(six.is_ready(again));
    six.finish(middle);
    EXPECT_TRUE(six.is_ready(again));
    EXPECT_FALSE(six.is_ready(after) || six.is_ready(reader) || six.may_skip({&family, Mode::in}));
    six.finish(again);
    EXPECT_TRUE(six.is_ready(after) && six.is_ready(reader));
    EXPECT_FALSE(six.may_skip(all.front()));
    six.finish(after);
    six.finish(reader);
    EXPECT_TRUE(six.may_skip(all.front()) && six.may_skip({&family, Mode::in}));
  }
}

TEST_P(Rules, a_late_member_of_a_set_behind_all_memory_waits_for_that) {
  const int all = family.submit({{graph::k_all_memory, Mode::out}});
  const int first = family.submit({{&x, Mode::inoutset}});
  const int second = family.submit({{&x, Mode::inoutset}, {&y, Mode::in}, {&x, Mode::inoutset}});
  const int writer = family.submit({{&x, Mode::in}, {&x, Mode::out}});
  EXPECT_EQ(family.edges_into(first), 1);
  EXPECT_EQ(family.edges_into(second), 1) << "met at two addresses";
  family.finish(all);
  const int third = family.submit({{&y, Mode::in}});
  EXPECT_TRUE(family.is_ready(first) && family.is_ready(second) && family.is_ready(third));
  family.finish(first);
  family.finish(second);
  EXPECT_TRUE(family.is_ready(writer));
  family.finish(writer);
  family.finish(third);
}

TEST_P(Rules, all_memory_empties_tables_of_any_size) {
  std::vector<int> cells(3000);
  for (const std::size_t used : {3u, 3000u, 20u}) {
    std::vector<int> before;
    for (std::size_t i = 0; i < used; ++i) before.push_back(family.submit({{&cells[i], Mode::out}}));
    const int all = family.submit({{graph::k_all_memory, Mode::out}});
    EXPECT_EQ(family.edges_into(all), static_cast<int>(used));
    const int after = family.submit({{&cells[used - 1], Mode::in}});
    for (const int task : before) family.finish(task);
    EXPECT_TRUE(family.is_ready(all) && !family.is_ready(after));
    family.finish(all);
    family.finish(after);
  }
}

}  // namespace
