// The order rule beside OpenMP 5.2, section 15.9.5, whose sentences are the table below: of one address, all sequences
// of up to four accesses, by address or to all memory, and tasks that name the address twice.
#include "graph/order_rule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "graph/order_sets.hpp"
#include "graph/same_address.hpp"

namespace {

using namespace heddle::graph;

constexpr std::array k_modes = {Mode::in, Mode::out, Mode::inoutset, Mode::mutexinoutset};
constexpr std::array k_names = {"in", "out", "inoutset", "mutexinoutset"};

constexpr int at(Mode mode) { return static_cast<int>(mode); }

// "... will be a dependent task of all previously generated sibling tasks that reference ... in a depend clause with":
//                         in     out/inout  inoutset  mutexinoutset
constexpr bool k_dependent[4][4] = {
    /* in             */ {false, true, true, true},
    /* out, inout     */ {true, true, true, true},
    /* inoutset       */ {true, true, false, true},
    /* mutexinoutset  */ {true, true, true, false},
};
// "... mutually exclusive tasks": those of two mutexinoutset clauses.
constexpr bool k_exclusive[4] = {false, false, false, true};

constexpr bool dependent(Mode next, Mode earlier) { return k_dependent[at(next)][at(earlier)]; }

TEST(OrderRule, who_is_no_dependent_joins) {
  for (const Mode earlier : k_modes) {
    for (const Mode next : k_modes)
      EXPECT_EQ(joins(earlier, next), !dependent(next, earlier))
          << k_names[at(next)] << " after " << k_names[at(earlier)];
  }
}

TEST(OrderRule, stands_alone_whom_everybody_waits_for) {
  for (const Mode mode : k_modes) {
    const bool all = std::ranges::all_of(k_modes, [&](Mode next) { return dependent(next, mode); });
    EXPECT_EQ(stands_alone(mode), all) << k_names[at(mode)];
  }
}

TEST(OrderRule, one_at_a_time_are_the_mutually_exclusive) {
  for (const Mode mode : k_modes) EXPECT_EQ(one_at_a_time(mode), k_exclusive[at(mode)]) << k_names[at(mode)];
}

TEST(OrderRule, both_orders_as_either_would) {
  for (const Mode one : k_modes) {
    for (const Mode other : k_modes) {
      const Mode covering = both(one, other);
      for (const Mode third : k_modes) {
        EXPECT_EQ(dependent(covering, third), dependent(one, third) || dependent(other, third));
        EXPECT_EQ(dependent(third, covering), dependent(third, one) || dependent(third, other));
      }
    }
  }
}

/// For each task of a sequence, which earlier ones are over when it begins; one bit each.
using Order = std::vector<unsigned>;

void add_indirect(Order& order, std::size_t task) {
  for (std::size_t before = 0; before < task; ++before) {
    if ((order[task] >> before & 1) != 0) order[task] |= order[before];
  }
}

/// The modes by which each task of a sequence names the one address; none: it names all memory.
using Sequence = std::vector<std::vector<Mode>>;

bool depends(const std::vector<Mode>& next, const std::vector<Mode>& earlier) {
  if (next.empty() || earlier.empty()) return true;  // omp_all_memory: as if it named every address, as out
  return std::ranges::any_of(
      next, [&](Mode by) { return std::ranges::any_of(earlier, [&](Mode of) { return dependent(by, of); }); });
}

Order by_definition(const Sequence& sequence) {
  Order order(sequence.size());
  for (std::size_t task = 0; task < sequence.size(); ++task) {
    for (std::size_t before = 0; before < task; ++before)
      order[task] |= depends(sequence[task], sequence[before]) ? 1u << before : 0;
    add_indirect(order, task);
  }
  return order;
}

char address;

Order by_sets(const Sequence& sequence) {
  OrderSets<std::vector<std::size_t>> sets;
  Order order(sequence.size());
  for (std::size_t task = 0; task < sequence.size(); ++task) {
    std::vector<Access> accesses;
    for (const Mode mode : sequence[task]) accesses.push_back({&address, mode});
    if (accesses.empty()) accesses.push_back({k_all_memory, Mode::out});
    join_same(accesses);
    for (const Access& access : accesses) {
      sets.for_each_before(access, [&](const auto& set) {
        for (const std::size_t before : set) order[task] |= 1u << before;
      });
      sets.enter(access).push_back(task);
    }
    add_indirect(order, task);
  }
  return order;
}

/// A place whose tasks say an address as often as they like, as those of Domain and of plans.
struct Place {
  struct State {
    std::vector<std::size_t> newest;
    std::vector<std::size_t> previous;
    Mode newest_mode = Mode::out;
  };
  State& state;
  std::size_t task;
  Order& order;

  bool knows_any() const { return !state.newest.empty(); }
  Mode mode() const { return state.newest_mode; }
  bool has_newcomer() const { return state.newest.back() == task; }
  void leave(Mode covering) {
    EXPECT_EQ(covering, Mode::out);
    state.newest.pop_back();
  }
  void wait_for(const std::vector<std::size_t>& set) {
    for (const std::size_t before : set) order[task] |= 1u << before;
  }
  void join() {
    wait_for(state.previous);
    state.newest.push_back(task);
  }
  void start(Mode mode) {
    wait_for(state.newest);
    state = {{task}, state.newest, mode};
  }
};

Order by_place(const Sequence& sequence) {
  Place::State state;
  Order order(sequence.size());
  for (std::size_t task = 0; task < sequence.size(); ++task) {
    for (const Mode mode : sequence[task]) enter_place(Place{state, task, order}, mode);
    EXPECT_EQ(std::ranges::count(state.newest, task), 1) << "a task is a member once";
    add_indirect(order, task);
  }
  return order;
}

std::string text(const Sequence& sequence) {
  std::string text;
  for (const auto& task : sequence) {
    text += task.empty() ? " | all memory" : " |";
    for (const Mode mode : task) text += std::string(" ") + k_names[at(mode)];
  }
  return text;
}

template <class Check>
void for_each_sequence(const std::vector<std::vector<Mode>>& tasks, std::size_t length, Check check) {
  std::size_t count = 1;
  for (std::size_t i = 0; i < length; ++i) count *= tasks.size();
  for (std::size_t number = 0; number < count; ++number) {
    Sequence sequence;
    for (std::size_t i = 0, rest = number; i < length; ++i, rest /= tasks.size())
      sequence.push_back(tasks[rest % tasks.size()]);
    check(sequence);
  }
}

const std::vector<std::vector<Mode>> k_once = {{Mode::in}, {Mode::out}, {Mode::inoutset}, {Mode::mutexinoutset}};

std::vector<std::vector<Mode>> once_or_twice() {
  std::vector<std::vector<Mode>> tasks = k_once;
  for (const Mode one : k_modes) {
    for (const Mode other : k_modes) tasks.push_back({one, other});
  }
  return tasks;
}

TEST(OrderRule, pairs_triples_and_fours_are_ordered_as_openmp_says) {
  std::vector<std::vector<Mode>> tasks = k_once;
  tasks.emplace_back();  // all memory
  for (const std::size_t length : {2, 3, 4}) {
    for_each_sequence(tasks, length, [](const Sequence& sequence) {
      EXPECT_EQ(by_sets(sequence), by_definition(sequence)) << text(sequence);
    });
  }
}

TEST(OrderRule, tasks_that_name_an_address_twice_are_ordered_as_openmp_says) {
  for_each_sequence(once_or_twice(), 3, [](const Sequence& sequence) {
    EXPECT_EQ(by_sets(sequence), by_definition(sequence)) << text(sequence);
    EXPECT_EQ(by_place(sequence), by_definition(sequence)) << text(sequence);
  });
}

/// Nothing is known here, but for the mode of a set that is gone.
struct EmptyPlace {
  Mode stale;
  int& starts;
  static bool knows_any() { return false; }
  Mode mode() const { return stale; }
  static bool has_newcomer() { return false; }
  static void leave(Mode) { FAIL(); }
  static void join() { FAIL() << "there is nobody to join"; }
  void start(Mode) const { ++starts; }
};

TEST(OrderRule, where_no_set_is_known_one_is_started) {
  int starts = 0;
  for (const Mode stale : k_modes) {
    for (const Mode next : k_modes) enter_place(EmptyPlace{stale, starts}, next);
  }
  EXPECT_EQ(starts, 16);
}

TEST(OrderSets, only_neighbouring_sets_wait_for_each_other) {
  OrderSets<std::vector<int>> sets;
  std::vector<std::vector<int>> before;
  const auto enter = [&](int task, Mode mode) {
    before.emplace_back();
    sets.for_each_before({&address, mode}, [&](const auto& set) { before.back() = set; });
    sets.enter({&address, mode}).push_back(task);
  };
  enter(0, Mode::out);
  enter(1, Mode::in);
  enter(2, Mode::in);
  enter(3, Mode::mutexinoutset);
  enter(4, Mode::mutexinoutset);
  enter(5, Mode::out);
  EXPECT_EQ(before, (std::vector<std::vector<int>>{{}, {0}, {0}, {1, 2}, {1, 2}, {3, 4}}));
}

TEST(OrderSets, nobody_waits_for_a_task_that_has_left) {
  OrderSets<std::vector<int>> sets;
  const auto before = [&](Mode mode) {
    std::vector<int> tasks;
    sets.for_each_before({&address, mode}, [&](const auto& set) { tasks = set; });
    return tasks;
  };
  sets.enter({k_all_memory, Mode::out}).push_back(0);
  sets.enter({&address, Mode::in}).push_back(1);
  sets.enter({&address, Mode::in}).push_back(2);
  EXPECT_EQ(before(Mode::in), std::vector{0});
  sets.leave(&address, 1);
  EXPECT_EQ(before(Mode::out), std::vector{2});
  sets.leave(&address, 2);
  EXPECT_EQ(before(Mode::out), std::vector{0}) << "what they waited for has not left";
  EXPECT_FALSE(sets.empty());
  sets.leave(k_all_memory, 0);
  EXPECT_EQ(before(Mode::out), std::vector<int>{});
  EXPECT_TRUE(sets.empty());
}

}  // namespace
