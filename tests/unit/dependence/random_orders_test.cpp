// Random accesses, submitted and finished in random order: a task is ready exactly when no earlier task is left that it
// must not run beside, and every block of memory comes back once. The same for every manager.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "graph/release.hpp"
#include "graph/same_address.hpp"
#include "platform/threads/threads.hpp"
#include "runtime/policies.hpp"

namespace {

using namespace heddle;
using P = platform::Threads;
using Task = graph::Task<P>;
using graph::Access;
using graph::Mode;

constexpr std::uint32_t k_most_accesses = 5;

/// Where all blocks come from, and whether they are all back: those of the beginning, each once.
class Ledger {
 public:
  explicit Ledger(std::size_t tasks) : tasks_(tasks) {
    for (Task* task : allocate_all()) {
      known_.insert(task);
      graph::free_task(slab, task);
    }
  }

  void expect_all_back() {
    std::set<Task*> back;
    const std::vector<Task*> all = allocate_all();
    for (Task* task : all) {
      EXPECT_TRUE(known_.contains(task)) << "a block is missing: another had to be made";
      EXPECT_TRUE(back.insert(task).second) << "a block came back twice";
    }
    if (!testing::Test::HasFailure())
      for (Task* task : all) graph::free_task(slab, task);
  }

  memory::Slab<P> slab;

 private:
  std::vector<Task*> allocate_all() {
    std::vector<Task*> all;
    for (std::uint32_t accesses = 0; accesses <= k_most_accesses; ++accesses)
      for (std::size_t task = 0; task < tasks_; ++task)
        all.push_back(graph::allocate_task<P>(slab, {.accesses = accesses}));
    return all;
  }

  std::size_t tasks_;
  std::set<Task*> known_;
};

/// What a task names, each address once.
using Names = std::map<void*, Mode>;

Names names_of(std::vector<Access> accesses) {
  Names names;
  graph::join_same(accesses);
  for (const Access& access : accesses) names[access.address] = access.mode;
  return names;
}

bool together(Mode one, Mode other) { return one == other && one != Mode::out; }

/// Whether one of two tasks has to wait for the other.
bool ordered(const Names& one, const Names& other) {
  if (one.contains(graph::k_all_memory) || other.contains(graph::k_all_memory)) return true;
  return std::any_of(one.begin(), one.end(), [&other](const auto& name) {
    const auto found = other.find(name.first);
    return found != other.end() && !together(name.second, found->second);
  });
}

class Children final : public graph::ReadySink<P> {
 public:
  Children(const std::string& manager, Ledger& ledger)
      : ledger_(ledger), made_(runtime::policy_named(runtime::dependence_managers<P>(), manager.c_str()).make({})) {
    parent_.domain = nullptr;
  }
  ~Children() {
    if (parent_.domain != nullptr) made_.manager->close_domain(parent_, context());
    ledger_.expect_all_back();
  }
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;

  void submit(const std::vector<Access>& accesses) {
    Task* const task = graph::allocate_task<P>(ledger_.slab, {.accesses = static_cast<std::uint32_t>(accesses.size())});
    task->parent = &parent_;
    for (std::size_t index = 0; index < accesses.size(); ++index) task->records[index].set(*task, accesses[index]);
    left_.push_back({task, names_of(accesses), false});
    if (made_.manager->submit(parent_, *task, context())) ready(*task);
    work_off();
  }

  /// @param which  among those that are ready
  void finish(std::size_t which) {
    const auto found =
        std::find_if(left_.begin(), left_.end(), [&](const Child& child) { return child.ready && which-- == 0; });
    Task* const task = found->task;
    left_.erase(found);
    made_.manager->finished(*task, context());
    if (made_.manager->retired(*task)) graph::free_task(ledger_.slab, task);
    work_off();
  }

  std::size_t count_ready() const {
    return static_cast<std::size_t>(
        std::count_if(left_.begin(), left_.end(), [](const Child& child) { return child.ready; }));
  }
  bool empty() const { return left_.empty(); }
  std::size_t size() const { return left_.size(); }

  void expect_ready_as_ruled() {
    for (std::size_t later = 0; later < left_.size(); ++later) {
      bool waits = false;
      bool excluded = false;
      for (std::size_t earlier = 0; earlier < left_.size(); ++earlier) {
        if (earlier < later) waits = waits || ordered(left_[earlier].names, left_[later].names);
        if (earlier != later && left_[earlier].ready)
          excluded = excluded || excludes(left_[earlier].names, left_[later].names);
      }
      const bool mutual = names_mode(left_[later].names, Mode::mutexinoutset);
      if (left_[later].ready) {
        ASSERT_FALSE(waits) << "task " << later << " of " << left_.size() << " must wait";
        ASSERT_FALSE(excluded) << "two of one mutexinoutset set";
      } else if (!mutual) {
        ASSERT_TRUE(waits) << "task " << later << " of " << left_.size() << " waits for nobody";
      }
    }
  }

  /// What a wait, or a task that is made, would find.
  void expect_skips_as_ruled(const Access& access) {
    const Names names = names_of({access});
    const bool free =
        std::none_of(left_.begin(), left_.end(), [&](const Child& child) { return ordered(child.names, names); });
    const bool skips = made_.manager->may_skip(parent_, &access, 1, 0);
    if (skips) {
      ASSERT_TRUE(free) << "somebody has to be waited for";
    }
  }

  void ready(Task& task) noexcept override {
    for (Child& child : left_) {
      if (child.task != &task) continue;
      EXPECT_FALSE(child.ready) << "ready twice";
      child.ready = true;
    }
  }

 private:
  struct Child {
    Task* task;
    Names names;
    bool ready;
  };

  static bool names_mode(const Names& names, Mode mode) {
    return std::any_of(names.begin(), names.end(), [mode](const auto& name) { return name.second == mode; });
  }
  static bool excludes(const Names& one, const Names& other) {
    return std::any_of(one.begin(), one.end(), [&other](const auto& name) {
      const auto found = other.find(name.first);
      return name.second == Mode::mutexinoutset && found != other.end() && found->second == Mode::mutexinoutset;
    });
  }

  graph::ManagerContext<P> context() { return {ledger_.slab, *this, 0}; }
  void work_off() {
    while (made_.job != nullptr && made_.job->has_work()) made_.job->run(context());
  }

  Ledger& ledger_;
  runtime::ManagerAndJob<P> made_;
  Task parent_{};
  std::vector<Child> left_;
};

std::vector<std::string> managers() {
  std::vector<std::string> names;
  for (const auto& policy : runtime::dependence_managers<P>()) names.push_back(policy.name);
  return names;
}

class RandomOrders : public testing::TestWithParam<std::string> {
 protected:
  struct Shape {
    std::size_t addresses;
    std::size_t at_once;  // tasks that are left at most
    std::size_t steps;
    std::vector<Mode> modes;  // drawn from
    bool all_memory = false;  // now and then
  };

  void run(const Shape& shape) {
    for (std::uint32_t seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      Ledger ledger(shape.at_once + 150);  // those of finished tasks that a set still holds, and of join nodes
      Children children(GetParam(), ledger);
      std::mt19937 random(seed);
      for (std::size_t step = 0; step < shape.steps && !HasFailure(); ++step) {
        const bool more = children.size() < shape.at_once && random() % 5 < 3;
        if (more || children.empty()) {
          children.submit(some(shape, random));
        } else {
          ASSERT_GT(children.count_ready(), 0u) << "nothing moves";
          children.finish(random() % children.count_ready());
        }
        children.expect_ready_as_ruled();
        children.expect_skips_as_ruled(one(shape, random));
      }
      while (!children.empty() && !HasFailure()) {
        ASSERT_GT(children.count_ready(), 0u) << "nothing moves";
        children.finish(random() % children.count_ready());
        children.expect_ready_as_ruled();
      }
    }
  }

  static Access one(const Shape& shape, std::mt19937& random) {
    static char memory[1000];
    return {&memory[random() % shape.addresses], shape.modes[random() % shape.modes.size()]};
  }
  static std::vector<Access> some(const Shape& shape, std::mt19937& random) {
    std::vector<Access> accesses;
    if (shape.all_memory && random() % 12 == 0) accesses.push_back({graph::k_all_memory, Mode::out});
    const std::size_t count = 1 + random() % (k_most_accesses - 1);
    while (accesses.size() < count) accesses.push_back(one(shape, random));
    return accesses;
  }
};
INSTANTIATE_TEST_SUITE_P(All, RandomOrders, testing::ValuesIn(managers()), [](const auto& name) { return name.param; });

TEST_P(RandomOrders, of_readers_and_writers_of_few_addresses) { run({3, 12, 300, {Mode::in, Mode::in, Mode::out}}); }

TEST_P(RandomOrders, of_sets_of_all_kinds_but_exclusive_ones) {
  run({4, 15, 300, {Mode::in, Mode::inoutset, Mode::inoutset, Mode::out}});
}

TEST_P(RandomOrders, of_exclusive_tasks) {
  run({4, 15, 300, {Mode::in, Mode::mutexinoutset, Mode::mutexinoutset, Mode::out}});
}

TEST_P(RandomOrders, of_tasks_that_name_all_memory_among_others) {
  run({5, 15, 300, {Mode::in, Mode::inoutset, Mode::mutexinoutset, Mode::out}, true});
}

TEST_P(RandomOrders, of_so_many_addresses_that_the_table_grows_and_is_swept) {
  run({700, 60, 700, {Mode::in, Mode::out, Mode::inoutset}, false});
}

TEST_P(RandomOrders, of_large_sets) {
  run({2, 100, 500, {Mode::in, Mode::in, Mode::in, Mode::in, Mode::in, Mode::in, Mode::inoutset}});
}

// Nothing supersedes the set, so what has finished must be forgotten on the way.
TEST_P(RandomOrders, a_set_that_never_ends_does_not_keep_what_has_finished) {
  char datum = 0;
  Ledger ledger(200);
  Children children(GetParam(), ledger);
  for (int i = 0; i < 3000; ++i) {
    children.submit({{&datum, Mode::in}});
    children.finish(0);
  }
}

TEST_P(RandomOrders, a_long_set_keeps_its_oldest_members_that_still_run) {
  char datum = 0;
  Ledger ledger(400);
  Children children(GetParam(), ledger);
  for (int i = 0; i < 150; ++i) children.submit({{&datum, Mode::in}});
  for (int i = 0; i < 100; ++i) {
    children.finish(149);  // the newest
    children.submit({{&datum, Mode::in}});
  }
  children.submit({{&datum, Mode::out}});
  for (int i = 0; i < 150; ++i) {
    children.expect_ready_as_ruled();
    children.finish(0);
  }
  children.expect_ready_as_ruled();
  children.finish(0);
}

}  // namespace
