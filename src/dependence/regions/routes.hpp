// Routes: where a new task's arguments begin their ways. Rules 1 and 2 of myrmics.md §4.
//
// Called by who spawns, before the task is handed over: parents never change, ids never come back, and the parent's
// arguments are fixed, so nothing of it needs a message or a lock.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <numeric>

#include "dependence/regions/task.hpp"

namespace heddle::dependence {

enum class Route : std::uint8_t { found, outside, write_under_read, no_memory };

template <class P>
class Routes {
 public:
  using Task = RegionTask<P>;
  static constexpr std::uint32_t k_few = 8;  // arguments that are looked at one by one

  /// Drops arguments that lie in others of the same task; a write among them makes the other one a write.
  /// @returns false when there is no memory
  static bool merge(Task& task) noexcept {
    if (task.entry_count > k_few && !sort(task)) return false;
    const std::uint32_t highest = task.entry_count == 1 ? k_no_region : highest_region(task);
    std::uint32_t kept = 0;
    for (std::uint32_t index = 0; index < task.entry_count; ++index) {
      QueueEntry* const around = task.entry_count == 1 ? nullptr : around_of(task, index, highest);
      if (around != nullptr) {
        if (!task.entries[index].reads()) around->mode = EntryMode::write;
        task.entries[index].target = nullptr;
      } else {
        ++kept;
      }
    }
    if (kept == task.entry_count) return true;
    close_up(task);
    return task.entry_count <= k_few || sort(task);
  }

  /// The way of one entry. @pre merged
  static Route find(const Task& task, QueueEntry& entry) noexcept {
    const Task& parent = *task.parent;
    OrderScope* scope = entry.target;
    QueueEntry* holder = nullptr;
    std::uint32_t steps = 0;
    for (;; scope = scope->up, ++steps) {
      holder = parent.entry_of(scope);
      if (holder != nullptr) break;
      if (scope->up != nullptr) continue;
      if (!parent.is_main || scope != parent.root) return Route::outside;
      break;
    }
    entry.at = scope;
    entry.before = holder;
    if (holder != nullptr && holder->reads() && !entry.reads()) return Route::write_under_read;
    return steps <= k_short || keep_path(entry, steps) ? Route::found : Route::no_memory;
  }

  /// Gives back what is beside the task.
  static void forget(Task& task) noexcept {
    for (std::uint32_t index = 0; index < task.entry_count; ++index)
      if (task.entries[index].path != nullptr) [[unlikely]]
        std::free(task.entries[index].path);
    std::free(task.sorted);  // mostly null
    task.sorted = nullptr;
  }

 private:
  static constexpr std::uint32_t k_short = 4;  // steps that are climbed again at each scope

  static constexpr std::uint32_t k_no_region = UINT32_MAX;

  // The depth of the highest region among the arguments: above it there is none to lie in.
  static std::uint32_t highest_region(const Task& task) noexcept {
    std::uint32_t highest = k_no_region;
    for (std::uint32_t index = 0; index < task.entry_count; ++index) {
      const OrderScope& scope = *task.entries[index].target;
      if (scope.is_region && scope.depth < highest) highest = scope.depth;
    }
    return highest;
  }

  // Another argument that is the same, and comes first, or lies around this one.
  static QueueEntry* around_of(Task& task, std::uint32_t index, std::uint32_t highest) noexcept {
    OrderScope* const own = task.entries[index].target;
    if (QueueEntry* const same = earlier(task, own, index)) return same;
    for (OrderScope* scope = own->up; scope != nullptr && scope->depth >= highest; scope = scope->up)
      if (QueueEntry* const around = other(task, scope, index)) return around;
    return nullptr;
  }
  static QueueEntry* earlier(Task& task, const OrderScope* scope, std::uint32_t index) noexcept {
    if (task.sorted != nullptr) {
      QueueEntry* const same = other(task, scope, index);
      return same != nullptr && same < &task.entries[index] ? same : nullptr;
    }
    for (std::uint32_t at = 0; at < index; ++at)
      if (task.entries[at].target == scope) return &task.entries[at];
    return nullptr;
  }
  static QueueEntry* other(Task& task, const OrderScope* scope, std::uint32_t index) noexcept {
    if (task.sorted == nullptr) {
      for (std::uint32_t at = 0; at < task.entry_count; ++at)
        if (task.entries[at].target == scope && at != index) return &task.entries[at];
      return nullptr;
    }
    OrderScope** const end = task.sorted + task.entry_count;
    OrderScope** place = std::lower_bound(task.sorted, end, scope);
    for (; place != end && *place == scope; ++place) {
      const std::uint32_t at = task.sorted_at()[place - task.sorted];
      // One that has been dropped has handed on its mode to the first of its kind, or to one around.
      if (at != index && task.entries[at].target != nullptr) return &task.entries[at];
    }
    return nullptr;
  }

  static void close_up(Task& task) noexcept {
    std::uint32_t kept = 0;
    for (std::uint32_t index = 0; index < task.entry_count; ++index) {
      if (task.entries[index].target == nullptr) continue;
      if (kept != index) task.entries[kept] = task.entries[index];
      ++kept;
    }
    task.entry_count = kept;
    std::free(task.sorted);
    task.sorted = nullptr;
  }

  static bool sort(Task& task) noexcept {
    const std::size_t count = task.entry_count;
    task.sorted = static_cast<OrderScope**>(std::malloc(count * (sizeof(OrderScope*) + sizeof(std::uint32_t))));
    if (task.sorted == nullptr) return false;
    std::uint32_t* const at = task.sorted_at();
    std::iota(at, at + count, 0U);
    std::sort(at, at + count, [&task](std::uint32_t one, std::uint32_t two) {
      OrderScope* const first = task.entries[one].target;
      OrderScope* const second = task.entries[two].target;
      return first != second ? first < second : one < two;
    });
    for (std::size_t index = 0; index < count; ++index) task.sorted[index] = task.entries[at[index]].target;
    return true;
  }

  static bool keep_path(QueueEntry& entry, std::uint32_t steps) noexcept {
    entry.path = static_cast<OrderScope**>(std::malloc((steps + 1) * sizeof(OrderScope*)));
    if (entry.path == nullptr) return false;
    OrderScope* scope = entry.target;
    for (std::uint32_t place = steps + 1; place-- > 0; scope = scope->up) entry.path[place] = scope;
    return true;
  }
};

}  // namespace heddle::dependence
