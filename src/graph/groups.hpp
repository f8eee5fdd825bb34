// Groups: a scheduler may divide a team's workers into groups, one for each locality of the machine (schedule/numa). A
// task may belong to a group: stated by the program, then it runs there; or inherited, then it had better.
//
// Groups are ranges of seats, as long as their localities have cpus, each of one seat at least. A team with fewer seats
// than there are localities has as many groups as seats, and localities share them by turns.
//
// Who waits for tasks of its own may run nothing else, so it is counted: of a group whose workers all wait nobody may
// come for a stated task, and then that task's ancestor may, which waits for it elsewhere. Either the last worker's
// fence comes first, and whoever puts such a task sees that all wait; or the putter's does, and the worker sees the
// task (runtime/README.md, "Groups"). Model: tests/model/groups_test.cpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <numeric>
#include <span>
#include <vector>

#include "base/cache_line.hpp"
#include "graph/scheduler.hpp"

namespace heddle::graph {

/// The group that a task belongs to; lies in Task::sequence of a task with k_prefers.
struct GroupChoice {
  std::uint32_t group = 0;
  bool stated = false;

  static constexpr std::uint32_t k_mark = 1U << 30;
  static constexpr std::uint32_t k_stated = 1U << 29;

  static constexpr bool in(std::uint32_t word) noexcept { return (word & k_mark) != 0; }
  static constexpr GroupChoice from(std::uint32_t word) noexcept {
    return {word & ~(k_mark | k_stated), (word & k_stated) != 0};
  }
  constexpr std::uint32_t word() const noexcept { return k_mark | (stated ? k_stated : 0) | group; }
};

/// What the scheduler has handed out to a group's workers, and of that what was not for them.
struct GroupCount {
  std::uint64_t tasks = 0;
  std::uint64_t foreign = 0;         // made or put in another group, and left lying there
  std::uint64_t foreign_stated = 0;  // stated for another group, all whose workers waited
};

/// Where a divided team's tasks lie: the scheduler's other side.
class GroupTasks {
 public:
  /// Whether tasks may be waiting that are stated for the group and not in its workers' own queues. Not overlooked is
  /// what was put before the caller's fence.
  virtual bool holds_stated(std::uint32_t group) const noexcept = 0;
  /// Adds what was handed out to the group's workers so far. Any thread.
  virtual void add_to(GroupCount& count, std::uint32_t group) const noexcept = 0;

 protected:
  ~GroupTasks() = default;
};

template <class P>
class Groups {
 public:
  /// @param weights  cpus of each locality; at least one locality
  /// @param lends  whether tasks that are not stated may leave their group
  Groups(Seat seats, std::span<const std::uint32_t> weights, bool lends, const GroupTasks* tasks = nullptr)
      : tasks_(tasks),
        weights_(weights.begin(), weights.end()),
        lends_(lends),
        first_(std::make_unique<Number[]>(weights.size() + 1)),
        of_(std::make_unique<Number[]>(seats)),
        depth_(std::make_unique<std::uint32_t[]>(seats)),
        waiting_(std::make_unique<Waiting[]>(weights.size())) {
    divide(1);
  }

  /// The team's regions have so many seats from now on. While no region is open.
  void divide(Seat size) noexcept {
    const auto groups = static_cast<std::uint32_t>(std::min<std::size_t>(weights_.size(), size));
    const std::uint64_t total =
        std::max<std::uint64_t>(std::accumulate(weights_.begin(), weights_.begin() + groups, std::uint64_t{0}), 1);
    std::uint64_t before = 0;
    for (std::uint32_t group = 0; group <= groups; ++group) {
      const auto first = static_cast<Seat>(group + (size - groups) * before / total);
      // order: relaxed (all) — the opening of the region publishes it; who is late in a given-up team gets a hint.
      first_[group].store(group == groups ? size : first, std::memory_order_relaxed);
      if (group < groups) before += weights_[group];
    }
    count_.store(groups, std::memory_order_relaxed);
    // order: relaxed — as above.
    for (std::uint32_t group = 0; group < groups; ++group)
      for (Seat seat = this->first(group); seat < end(group); ++seat) of_[seat].store(group, std::memory_order_relaxed);
  }

  /// At least 1.
  std::uint32_t count() const noexcept { return count_.load(std::memory_order_relaxed); }  // order: relaxed — see above
  /// @param seat  of the team's region
  std::uint32_t of(Seat seat) const noexcept {
    return of_[seat].load(std::memory_order_relaxed);  // order: relaxed — as above
  }
  Seat first(std::uint32_t group) const noexcept {
    return first_[group].load(std::memory_order_relaxed);  // order: relaxed — as above
  }
  Seat end(std::uint32_t group) const noexcept { return first(group + 1); }
  /// Which group serves a locality.
  std::uint32_t serving(std::uint32_t locality) const noexcept { return locality % count(); }
  bool lends() const noexcept { return lends_; }
  /// What lies in the groups. @pre they were made by a scheduler
  const GroupTasks& tasks() const noexcept { return *tasks_; }

  /// The worker in the seat begins to wait for tasks of its own. Behind it is a fence.
  /// @returns whether all of its group wait now, of whom one did not before
  bool begin_wait(Seat seat) noexcept {
    if (depth_[seat]++ != 0) return false;
    // order: seq_cst, and the fence — the Dekker pair of all_wait(), see the head of this file.
    waiting_[of(seat)].count.fetch_add(1, std::memory_order_seq_cst);
    P::fence(std::memory_order_seq_cst);
    return all_wait(of(seat));
  }
  void end_wait(Seat seat) noexcept {
    if (--depth_[seat] != 0) return;
    // order: relaxed — who sees it too high lets a waiting ancestor run a task that this worker would come for now.
    waiting_[of(seat)].count.fetch_sub(1, std::memory_order_relaxed);
  }

  /// Whether the worker in the seat is inside such a wait. By that worker.
  bool waits(Seat seat) const noexcept { return depth_[seat] != 0; }

  /// Whether nobody of the group may come for a task that is not its own. Behind a fence it does not overlook the last.
  bool all_wait(std::uint32_t group) const noexcept {
    return waiting_[group].count.load(std::memory_order_seq_cst) >= end(group) - first(group);
  }

 private:
  using Number = typename P::template atomic<std::uint32_t>;
  // The workers of one group write here whenever they begin to wait; the next group's do elsewhere.
  struct alignas(base::k_line_bytes) Waiting {
    typename P::template atomic<std::uint32_t> count{0};
  };

  const GroupTasks* const tasks_;
  const std::vector<std::uint32_t> weights_;
  const bool lends_;
  Number count_{0};
  std::unique_ptr<Number[]> first_;         // seat of each group, and one behind the last
  std::unique_ptr<Number[]> of_;            // each seat's group
  std::unique_ptr<std::uint32_t[]> depth_;  // waits that each seat's worker is in; its own
  std::unique_ptr<Waiting[]> waiting_;
};

}  // namespace heddle::graph
