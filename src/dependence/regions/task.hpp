// RegionTask: what the manager of regions knows of a task: its arguments, its parent, and for how many of them it
// waits.
//
// Made by who spawns it, handed to its home node, freed by the node that sees the last of its entries leave.
// `parent` counts while the task is being spawned only: the parent runs then.
#pragma once

#include <cstdint>

#include "region/scope.hpp"

namespace heddle::dependence {

using region::EntryMode;
using region::NodeMessage;
using region::OrderScope;
using region::QueueEntry;

template <class P>
struct RegionTask : NodeMessage {  // `next` is also the next one that is ready
  bool waits = false;              // it runs nowhere: its parent waits for its arguments
  bool is_main = false;
  std::uint16_t home = 0;                                // the scheduler node that keeps its line
  typename P::template atomic<std::int32_t> pending{0};  // of several entries those not granted; then: not left
  std::uint32_t entry_count = 0;
  RegionTask* parent = nullptr;
  QueueEntry* entries = nullptr;  // of its arguments, none of which lies in another
  OrderScope* root = nullptr;     // of the tree that it belongs to; held if it has no entries and is a main task
  OrderScope** sorted = nullptr;  // targets by address, where there are many; behind them which entry each one is
  const char* file = nullptr;
  int line = 0;

  std::uint32_t* sorted_at() const noexcept { return reinterpret_cast<std::uint32_t*>(sorted + entry_count); }

  /// Its entry for this scope, or null.
  QueueEntry* entry_of(const OrderScope* scope) const noexcept {
    if (sorted != nullptr) return find_sorted(scope);
    for (std::uint32_t index = 0; index < entry_count; ++index)
      if (entries[index].target == scope && !entries[index].gone) return &entries[index];
    return nullptr;
  }

 private:
  QueueEntry* find_sorted(const OrderScope* scope) const noexcept {
    std::uint32_t low = 0;
    std::uint32_t high = entry_count;
    while (low < high) {
      const std::uint32_t middle = (low + high) / 2;
      if (sorted[middle] < scope) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    if (low == entry_count || sorted[low] != scope) return nullptr;
    QueueEntry& entry = entries[sorted_at()[low]];
    return entry.gone ? nullptr : &entry;
  }
};

}  // namespace heddle::dependence
