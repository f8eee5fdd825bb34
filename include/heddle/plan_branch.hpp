// heddle/plan_branch.hpp: plans that choose. A branch is a task that says which way its plan goes in this lap; what
// plan.when() describes runs in those laps only in which the branch has chosen so.
//
//     heddle::plan plan;
//     heddle::plan_branch more = plan.branch([&] { return error > 1e-6; }, in(error));
//     plan.when(more, true, [&] { plan.task([&] { error = improve(); }, out(error)); });
//     plan.replay_while(more);
//
// The order of a plan does not depend on what its branches choose: tasks of a way that is not taken are passed over
// where they would have run. The page is docs/plans.md; why it is so, docs/decisions/0055-a-branch-passes-over.md.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "access.hpp"

namespace heddle {

class plan;

/// A task of a plan, to name an order with.
struct plan_task {
  std::uint32_t number;  ///< counted from 0
};

/// Made by plan.branch(). Good for the plan that made it, and for what its record() describes later.
struct plan_branch {
  plan_task task;  ///< the task that chooses

 private:
  friend class plan;
  plan_branch(plan_task chooses, std::uint32_t index, const void* owner) noexcept
      : task(chooses), way_(index), plan_(owner) {}
  std::uint32_t way_;  // counted from 0 among the plan's branches
  const void* plan_;
};

namespace detail {

/// What may tell ways apart: bool, an integer, or an enum.
template <class T>
concept plan_choice = std::integral<T> || std::is_enum_v<T>;

struct plan_way;

/// That a branch has chosen this way: what plan.when() asks for. It may ask for several; no branch: for nothing.
struct plan_guard {
  plan_way* way = nullptr;
  std::int64_t wanted = 0;
  const plan_guard* also = nullptr;  // lies among the plan's closures

  bool goes() const noexcept;
  /// The others aside.
  bool same(const plan_guard& other) const noexcept { return way == other.way && wanted == other.wanted; }
  bool among(const std::vector<plan_guard>& list) const noexcept {
    return std::any_of(list.begin(), list.end(), [this](const plan_guard& one) { return same(one); });
  }
  /// "solve if error is 1"
  std::string name_of(const char* task) const;
  /// What is described so waits for the branches that it asks, and they, in the next lap, for it.
  void read_by(std::vector<heddle_access>& accesses) const;
};

/// What a branch has chosen. Its own task writes; the tasks that read it access it, so a plan's order holds for it.
struct plan_way {
  std::int64_t taken = 0;
  bool reached = false;           // in this lap: not where the branch itself lies on a way that is not taken
  bool ends = false;              // replay_while(): the first 0 is the last choice
  bool over = false;              // it has been chosen
  std::uint64_t laps = 0;         // that went on, since ends
  plan_guard outer;               // where the branch itself lies
  std::vector<plan_guard> holds;  // whenever it is reached: the outer ones, and those that these lie on
  std::uint32_t tasks = 0;        // that lie on a way of it
  std::string name;               // for messages and print()

  bool goes(std::int64_t wanted) const noexcept { return reached && taken == wanted; }
  void choose_none() noexcept { reached = false; }
  void choose(std::int64_t chosen) noexcept {
    taken = chosen;
    reached = true;
    if (!ends) return;
    over = chosen == 0;
    laps += over ? 0 : 1;
  }
};

inline bool plan_guard::goes() const noexcept {
  for (const plan_guard* one = this; one != nullptr && one->way != nullptr; one = one->also) {
    if (!one->way->goes(one->wanted)) return false;
  }
  return true;
}

inline std::string plan_guard::name_of(const char* task) const {
  std::string name = task;
  for (const plan_guard* one = this; one != nullptr; one = one->also) {
    name += (one == this ? " if " : " and ") + one->way->name + " is " + std::to_string(one->wanted);
  }
  return name;
}

inline void plan_guard::read_by(std::vector<heddle_access>& accesses) const {
  for (const plan_guard* one = this; one != nullptr && one->way != nullptr; one = one->also) {
    accesses.push_back(in(*one->way).data);
  }
}

/// Each branch on whose ways it lies counts a task once, also where ways of it exclude each other.
inline void count_on_ways(const std::vector<plan_guard>& holds) noexcept {
  for (auto one = holds.begin(); one != holds.end(); ++one) {
    const auto counted = [one](const plan_guard& before) { return before.way == one->way; };
    if (std::none_of(holds.begin(), one, counted)) ++one->way->tasks;
  }
}

/// While it lives, the first 0 that a branch gives is its last choice.
class plan_way_ends {
 public:
  explicit plan_way_ends(plan_way& way) noexcept : way_(way) {
    way.ends = true;
    way.laps = 0;
  }
  plan_way_ends(const plan_way_ends&) = delete;
  plan_way_ends& operator=(const plan_way_ends&) = delete;
  ~plan_way_ends() { way_.ends = way_.over = false; }

 private:
  plan_way& way_;
};

/// What a branch's task does.
template <class F>
struct plan_chooser {
  plan_way* way;
  F function;

  void operator()() {
    if (!way->outer.goes() || way->over) return way->choose_none();
    way->choose(static_cast<std::int64_t>(std::invoke(function)));
  }
};

/// What a task does that lies on a way.
template <class F>
struct plan_guarded {
  plan_guard guard;
  F body;

  void operator()() {
    if (guard.goes()) std::invoke(body);
  }
};

}  // namespace detail

}  // namespace heddle
