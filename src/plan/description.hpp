// Description: what a plan is made of, as the program has told it: tasks in their order, what each one accesses, and
// orders between two tasks that were named outright.
//
// A description knows nothing of dependences yet; link.hpp finds them. One thread fills it; afterwards it only changes
// in its arguments.
#pragma once

#include <cstdint>
#include <deque>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graph/access.hpp"
#include "plan/blocks.hpp"

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
  std::uint32_t accesses = 0;     // how many; the description fills it in
};

/// graph::Access in 16 bytes.
struct Access {
  Access(void* address, graph::Mode mode, std::size_t bytes) noexcept : address(address), bytes(bytes), mode(mode) {}
  void* address;
  std::size_t bytes : 61;  // 0: unknown
  graph::Mode mode : 3;
};
static_assert(sizeof(Access) == 16);

/// Whether two accesses meet when their addresses are the same, as those of OpenMP's depend clauses, or when their
/// bytes overlap.
enum class Match : std::uint8_t { addresses, ranges };

class Description {
 public:
  TaskIndex add(const Task& task, std::span<const graph::Access> accesses) {
    Access* const kept = room_for(accesses.size());
    for (std::size_t i = 0; i < accesses.size(); ++i)
      kept[i] = {accesses[i].address, accesses[i].mode, accesses[i].bytes};
    return add_kept(task, {kept, accesses.size()});
  }
  /// The same in two steps: room for the accesses, to be filled, then the task.
  Access* room_for(std::size_t count) {
    return static_cast<Access*>(ground_.room(count * sizeof(Access), alignof(Access)));
  }
  TaskIndex add_kept(const Task& task, std::span<const Access> accesses) {
    DescribedTask& told = tasks_.push(ground_);
    // One by one: what has just been written in pieces is slow to read as a whole.
    told.task.body = task.body;
    told.task.argument = task.argument;
    told.task.name = task.name;
    told.task.worker = task.worker;
    told.task.cost_ns = task.cost_ns;
    told.task.accesses = static_cast<std::uint32_t>(accesses.size());
    told.accesses = accesses.data();
    access_count_ += accesses.size();
    has_pins_ = has_pins_ || task.worker != k_none;
    has_costs_ = has_costs_ || task.cost_ns > 0;
    return size() - 1;
  }

  /// `before` ends before `after` starts. Either may come first in the description; circles are found when it is
  /// linked.
  void precede(TaskIndex before, TaskIndex after) { orders_.push_back({before, after}); }

  void match(Match match) noexcept { match_ = match; }
  Match match() const noexcept { return match_; }

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(tasks_.size()); }
  std::size_t access_count() const noexcept { return access_count_; }
  const Task& task(TaskIndex index) const noexcept { return tasks_[index].task; }
  std::span<const Access> accesses(TaskIndex index) const noexcept {
    return {tasks_[index].accesses, tasks_[index].task.accesses};
  }

  /// Whether some task says who has to run it, or what it takes.
  bool has_pins() const noexcept { return has_pins_; }
  bool has_costs() const noexcept { return has_costs_; }
  void pin(TaskIndex index, std::uint32_t worker) noexcept {
    tasks_[index].task.worker = worker;
    has_pins_ = has_pins_ || worker != k_none;
  }
  void set_cost(TaskIndex index, float ns) noexcept {
    tasks_[index].task.cost_ns = ns;
    has_costs_ = has_costs_ || ns > 0;
  }
  void set_argument(TaskIndex index, void* argument) noexcept { tasks_[index].task.argument = argument; }

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
  struct DescribedTask {
    Task task;
    const Access* accesses;
  };
  Arena ground_;
  Blocks<DescribedTask> tasks_;
  std::size_t access_count_ = 0;
  std::vector<NamedOrder> orders_;
  std::deque<std::string> names_;
  Match match_ = Match::addresses;
  bool has_pins_ = false;
  bool has_costs_ = false;
};

}  // namespace heddle::plans
