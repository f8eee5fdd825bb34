// NamedRanges: the pieces of memory that the children of one parent have named in depend clauses, to find those that
// overlap without being the same. OpenMP 5.2 §15.9.5 forbids them: list items of sibling tasks must indicate identical
// or disjoint storage. Managers compare first addresses only, so such tasks would run without an order.
//
// Exists with HEDDLE_VERIFY only. Invariant: the ranges kept are disjoint, so a look costs two or three steps of the
// tree; one that overlaps is reported and not kept. Touched by the worker that runs the parent only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/range_map.hpp"

namespace heddle::graph {

struct NamedRange {
  std::uintptr_t first;
  std::size_t bytes;            // 0: unknown, at least one
  const void* place;            // in the program, where it was named
  const void* group = nullptr;  // the taskgroup of the last task that named it; null: of none

  Range range() const noexcept { return range_of(reinterpret_cast<const void*>(first), bytes); }
  /// Whether both may stand in depend clauses of sibling tasks, given that they overlap.
  bool same_as(const NamedRange& other) const noexcept {
    return first == other.first && (bytes == other.bytes || bytes == 0 || other.bytes == 0);
  }
};

class NamedRanges {
 public:
  /// Until when ranges are compared: a new number forgets those of the old one.
  void enter_epoch(std::uint64_t epoch) noexcept {
    if (epoch == epoch_) return;
    epoch_ = epoch;
    ranges_.clear();
  }

  void forget() noexcept { ranges_.clear(); }
  /// A taskgroup has ended: those that its tasks were the last to name.
  void forget_of(const void* group) noexcept {
    ranges_.erase_if([group](const NamedRange& range) { return range.group == group; });
  }
  std::size_t size() const noexcept { return ranges_.size(); }

  /// Remembers `range`, unless it overlaps others: then calls found(other) for each of them.
  template <class Found>
  void add(const NamedRange& range, Found found) {
    bool overlaps = false;
    ranges_.for_each(range.range(), [&](std::uintptr_t, const NamedRange& other) {
      if (other.same_as(range)) return;
      overlaps = true;
      found(other);
    });
    if (overlaps) return;
    if (ranges_.size() >= k_most) ranges_.clear();
    NamedRange* const kept = ranges_.find(range.first);
    if (kept == nullptr || kept->bytes == 0) return ranges_.put(range.range(), range);  // now its length may be known
    kept->group = range.group;
  }

 private:
  static constexpr std::size_t k_most = 1 << 20;  // about 80 MiB for a parent that never waits; then it starts anew

  RangeMap<NamedRange> ranges_;
  std::uint64_t epoch_ = 0;
};

}  // namespace heddle::graph
