// Description: what a plan is made of, as the program has told it: tasks in their order, what each one accesses, and
// orders between two tasks that were named outright.
//
// A description knows nothing of dependences yet; link.hpp finds them. One thread fills it; afterwards it only changes
// in its arguments.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dependence/plan/blocks.hpp"
#include "graph/access.hpp"

namespace heddle::plans {

using Body = void (*)(void* argument);
using TaskIndex = std::uint32_t;
inline constexpr std::uint32_t k_none = UINT32_MAX;

struct Task {
  Body body = nullptr;
  void* argument = nullptr;
  std::uint32_t name = 0;         // of Description::name_of; 0: none
  std::uint32_t worker = k_none;  // who has to run it; k_none: the placement decides
  float cost_ns = 0;              // what is known of how long it takes; 0: nothing
};

/// The accesses of all tasks, those of one task side by side. None ever moves.
class AccessStore {
 public:
  std::span<const graph::Access> keep(std::span<const graph::Access> accesses) {
    if (accesses.size() > left_) {
      left_ = std::max(k_block, accesses.size());
      blocks_.push_back(std::make_unique_for_overwrite<graph::Access[]>(left_));
      next_ = blocks_.back().get();
    }
    std::copy(accesses.begin(), accesses.end(), next_);
    const std::span kept(next_, accesses.size());
    next_ += accesses.size();
    left_ -= accesses.size();
    count_ += accesses.size();
    return kept;
  }
  std::size_t count() const noexcept { return count_; }

 private:
  static constexpr std::size_t k_block = 1024;  // a few pages

  std::vector<std::unique_ptr<graph::Access[]>> blocks_;
  graph::Access* next_ = nullptr;
  std::size_t left_ = 0;
  std::size_t count_ = 0;
};

/// Whether two accesses meet when their addresses are the same, as those of OpenMP's depend clauses, or when their
/// bytes overlap.
enum class Match : std::uint8_t { addresses, ranges };

class Description {
 public:
  TaskIndex add(const Task& task, std::span<const graph::Access> accesses) {
    tasks_.push({task, accesses_.keep(accesses)});
    return static_cast<TaskIndex>(tasks_.size() - 1);
  }

  /// `before` ends before `after` starts. Either may come first in the description; circles are found when it is
  /// linked.
  void precede(TaskIndex before, TaskIndex after) { orders_.push_back({before, after}); }

  void match(Match match) noexcept { match_ = match; }
  Match match() const noexcept { return match_; }

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(tasks_.size()); }
  std::size_t access_count() const noexcept { return accesses_.count(); }
  Task& task(TaskIndex index) noexcept { return tasks_[index].task; }
  const Task& task(TaskIndex index) const noexcept { return tasks_[index].task; }
  std::span<const graph::Access> accesses(TaskIndex index) const noexcept { return tasks_[index].accesses; }

  struct NamedOrder {
    TaskIndex before;
    TaskIndex after;
  };
  std::span<const NamedOrder> orders() const noexcept { return orders_; }

  /// The number of a name; the same for the same name when tasks of one name follow each other.
  std::uint32_t intern(std::string_view name) {
    if (name.empty()) return 0;
    if (names_.empty() || names_.back() != name) names_.emplace_back(name);
    return static_cast<std::uint32_t>(names_.size());
  }
  /// "name" or "task 7".
  std::string name_of(TaskIndex index) const {
    const std::uint32_t name = task(index).name;
    return name == 0 ? "task " + std::to_string(index) : names_[name - 1];
  }

 private:
  struct Told {
    Task task;
    std::span<const graph::Access> accesses;
  };
  Blocks<Told> tasks_;
  AccessStore accesses_;
  std::vector<NamedOrder> orders_;
  std::deque<std::string> names_;
  Match match_ = Match::addresses;
};

}  // namespace heddle::plans
