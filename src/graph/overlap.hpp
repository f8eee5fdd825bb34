// NamedRanges: the pieces of memory that the children of one parent have named in depend clauses, to find those that
// overlap without being the same. OpenMP 5.2 §15.9.5 forbids them: list items of sibling tasks must indicate identical
// or disjoint storage. Managers compare first addresses only, so such tasks would run without an order.
//
// Exists with HEDDLE_VERIFY only. Invariant: the ranges kept are disjoint, so a look costs two or three steps of the
// tree; one that overlaps is reported and not kept. Touched by the worker that runs the parent only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>

namespace heddle::graph {

struct NamedRange {
  std::uintptr_t first;
  std::size_t bytes;            // 0: unknown, at least one
  const void* place;            // in the program, where it was named
  const void* group = nullptr;  // the taskgroup of the last task that named it; null: of none

  /// The first address behind it; the last one there is when it would reach beyond.
  std::uintptr_t end() const noexcept {
    const std::size_t least = bytes == 0 ? 1 : bytes;
    return least > UINTPTR_MAX - first ? UINTPTR_MAX : first + least;
  }
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
    by_first_.clear();
  }

  void forget() noexcept { by_first_.clear(); }
  /// A taskgroup has ended: those that its tasks were the last to name.
  void forget_of(const void* group) noexcept {
    std::erase_if(by_first_, [group](const auto& entry) { return entry.second.group == group; });
  }
  std::size_t size() const noexcept { return by_first_.size(); }

  /// Remembers `range`, unless it overlaps others: then calls found(other) for each of them.
  template <class Found>
  void add(const NamedRange& range, Found found) {
    bool overlaps = false;
    auto other = by_first_.upper_bound(range.first);
    if (other != by_first_.begin()) --other;  // the only one that begins before, or at, its first byte
    for (; other != by_first_.end() && other->second.first < range.end(); ++other) {
      if (other->second.end() <= range.first || other->second.same_as(range)) continue;
      overlaps = true;
      found(other->second);
    }
    if (overlaps) return;
    if (by_first_.size() >= k_most) by_first_.clear();
    NamedRange& kept = by_first_.try_emplace(range.first, range).first->second;
    if (kept.bytes == 0) kept = range;  // now its length may be known
    kept.group = range.group;
  }

 private:
  static constexpr std::size_t k_most = 1 << 20;  // about 80 MiB for a parent that never waits; then it starts anew

  std::map<std::uintptr_t, NamedRange> by_first_;
  std::uint64_t epoch_ = 0;
};

}  // namespace heddle::graph
