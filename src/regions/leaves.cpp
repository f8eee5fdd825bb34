#include "regions/leaves.hpp"

#include <atomic>

#include "runtime/writers.hpp"
#include "schedule/balance/child_choice.hpp"

namespace heddle::regions {

namespace {

constexpr std::uint16_t k_no_leaf = UINT16_MAX;

// Microseconds, about, for an hour: later or earlier within half of that. 0: never.
std::uint32_t stamp() noexcept { return static_cast<std::uint32_t>(P::rough_ns() >> 10) | 1; }
bool later(std::uint32_t one, std::uint32_t other) noexcept {
  return one != 0 && (other == 0 || static_cast<std::int32_t>(one - other) > 0);
}

std::uint32_t written(OrderScope& scope) noexcept {
  return std::atomic_ref(scope.written).load(std::memory_order_relaxed);  // order: relaxed — a hint
}

std::uint64_t bytes_of(const QueueEntry& entry) noexcept {
  if (!entry.target->is_region) return std::uint64_t{entry.units} * region::k_unit;
  Record& record = Record::of(*entry.target);
  const sync::Guard guard(record.lock);
  return record.bytes;
}

bool touches_some(const EngineTask& task) noexcept {
  for (std::uint32_t index = 0; index < task.entry_count; ++index)
    if (task.entries[index].moves != 0) return true;
  return task.entry_count == 0;
}

}  // namespace

void Leaves::begin(dependence::Regions<P>& manager, std::uint32_t locality) noexcept {
  manager_ = &manager;
  locality_ = locality;
  const std::uint32_t nodes = manager.node_count();
  first_ = 0;
  while (manager.node(first_).child_count != 0) ++first_;
  count_ = nodes - first_;
  views_.begin(count_, nodes);
}

Leaves::Range Leaves::leaves_under(std::uint32_t node) const noexcept {
  std::uint32_t first = node;
  std::uint32_t last = node;
  while (manager_->node(first).child_count != 0) first = manager_->node(first).first_child;
  while (manager_->node(last).child_count != 0)
    last = manager_->node(last).first_child + manager_->node(last).child_count - 1U;
  return {first - first_, last - first_ + 1};
}

Leaves::Range Leaves::seats_of(std::uint32_t leaf, std::uint32_t size) const noexcept {
  const std::uint64_t first = std::uint64_t{leaf} * size / count_;
  const std::uint64_t end = (std::uint64_t{leaf} + 1) * size / count_;
  // Where there are fewer seats than leaves, some leaves share one.
  return {static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(end == first ? first + 1 : end)};
}

std::uint32_t Leaves::leaf_of(const process::Worker& worker) const noexcept {
  if (!several()) return 0;
  const process::Member& member = *worker.member;
  // The highest leaf whose seats begin at or before this one.
  return static_cast<std::uint32_t>(((std::uint64_t{member.seat} + 1) * count_ - 1) / member.team->size);
}

void Leaves::locate(OrderScope& scope, std::uint32_t leaf) noexcept {
  // order: relaxed (both) — hints.
  std::atomic_ref(scope.location).store(static_cast<std::uint16_t>(leaf), std::memory_order_relaxed);
  std::atomic_ref(scope.written).store(stamp(), std::memory_order_relaxed);
}

std::uint32_t Leaves::location_of(OrderScope& scope) noexcept {
  constexpr int k_most_steps = 8;  // upwards: what lies deeper than that is seldom written as a whole from so high
  std::uint32_t found = scope.location_seen();
  std::uint32_t when = written(scope);
  OrderScope* up = scope.up;
  for (int step = 0; up != nullptr && step < k_most_steps; up = up->up, ++step) {
    if (!later(written(*up), when)) continue;
    when = written(*up);
    found = up->location_seen();
  }
  return found;
}

// From the home down.
std::uint32_t Leaves::choose(LeafView& view, const EngineTask& task) const noexcept {
  constexpr std::uint32_t k_most_pieces = 8;  // arguments that are looked at
  const std::uint32_t pieces = task.entry_count < k_most_pieces ? task.entry_count : k_most_pieces;
  std::uint64_t bytes[k_most_pieces];
  std::uint32_t where[k_most_pieces];
  std::uint64_t all = 0;
  for (std::uint32_t index = 0; index < pieces; ++index) {
    bytes[index] = bytes_of(task.entries[index]);
    where[index] = location_of(*task.entries[index].target);
    all += bytes[index];
  }
  const schedule::ChildChoice balance(locality_, all);
  std::uint32_t at = task.home;
  for (const auto* node = &manager_->node(at); node->child_count != 0; node = &manager_->node(at)) {
    const auto child = [&](std::uint32_t index) {
      const Range under = leaves_under(node->first_child + index);
      schedule::BalanceChild has;
      for (std::uint32_t leaf = under.first; leaf < under.end; ++leaf) has.load += view.load(leaf);
      for (std::uint32_t index = 0; index < pieces; ++index)
        if (where[index] >= under.first && where[index] < under.end) has.bytes += bytes[index];
      return has;
    };
    std::uint32_t& last = view.winner(at);
    last = balance.best(node->child_count, last, child);
    at = node->first_child + last;
  }
  return at - first_;
}

void Leaves::place(const process::Worker& worker, EngineTask& task) noexcept {
  task.leaf = k_no_leaf;
  LeafView* const view = view_of(regions_data(worker));
  if (view == nullptr) [[unlikely]]
    return;
  views_.look(*view);
  const std::uint32_t leaf = choose(*view, task);
  for (std::uint32_t index = 0; index < task.entry_count; ++index) {
    const QueueEntry& entry = task.entries[index];
    if (!entry.reads() && entry.moves != 0) locate(*entry.target, leaf);
  }
  if (touches_some(task)) count(*view, task, leaf);
  const process::Team& team = *task.team;
  const Range seats = seats_of(leaf, team.size);
  const bool here =
      worker.member->team == &team && worker.member->seat >= seats.first && worker.member->seat < seats.end;
  if (here || team.size == 1 || task.task->has(graph::k_prefers)) return;
  const std::uint32_t turn = view->next_turn();
  task.task->flags |= graph::k_prefers;
  task.task->sequence = runtime::Preference::seat(seats.first + turn % (seats.end - seats.first)).word();
}

void Leaves::count(LeafView& view, EngineTask& task, std::uint32_t leaf) const noexcept {
  task.leaf = static_cast<std::uint16_t>(leaf);
  task.forks = forks_;
  view.count(leaf, 1);
}

void Leaves::over(RegionsData& worker, EngineTask& task) noexcept {
  if (task.leaf == k_no_leaf || task.forks != forks_) return;
  if (LeafView* const view = view_of(worker); view != nullptr) view->count(task.leaf, -1);
  task.leaf = k_no_leaf;
}

}  // namespace heddle::regions
