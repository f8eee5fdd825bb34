// RangeKeys: accesses to ranges of bytes, as accesses to addresses that managers compare exactly.
//
// A parent's ranges are cut at each other's ends into pieces, and each piece has a key: the address of its first byte.
// An access to a range is one to the keys of all pieces in it. When a piece is cut in two, tasks have been told of its
// key that concern both halves. So the upper half gets a key of its own, and keeps the old one as an elder: an access
// to it names both, until a task that writes it has come to be. That one comes behind everything there was, so who
// comes later needs the own key only. While ranges keep the ends that they have had before, nothing is cut and an
// access costs what an exact one does.
//
// Invariant: the pieces are disjoint; two accesses that share a byte share a key, or there is a writer between them
// that shares one with each. Touched by the worker that runs the parent only.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "graph/access.hpp"
#include "graph/order_rule.hpp"
#include "graph/range_map.hpp"

namespace heddle::graph {

class RangeKeys {
 public:
  /// Appends what `range` says in terms of keys. If a task with them comes to be, settle() follows.
  /// @throws std::bad_alloc
  void add(const Access& range, std::vector<Access>& keys) {
    const Range bytes = range_of(range.address, range.bytes);
    pieces_.cut(bytes, [this](std::uintptr_t key, const Elders& elders) {
      Elders of_upper = elders;
      of_upper.push_back(key);
      has_elders_ = true;
      return of_upper;
    });
    pieces_.fill(bytes);
    pieces_.for_each(bytes, [&](std::uintptr_t key, const Elders& elders) {
      keys.push_back({reinterpret_cast<void*>(key), range.mode});
      for (const std::uintptr_t elder : elders) keys.push_back({reinterpret_cast<void*>(elder), range.mode});
    });
  }

  /// There is a task now that names these keys, each once: who comes later need not name what lies before it.
  void settle(const std::vector<Access>& keys) noexcept {
    if (!has_elders_) return;
    for (const Access& key : keys) {
      // Members of a set do not wait for each other, so only a writer stands for all before it. Who writes a key has
      // written its elders, too; also if it is named as another one's elder, which has inherited all of them.
      if (!stands_alone(key.mode)) continue;
      Elders* const elders = pieces_.find(reinterpret_cast<std::uintptr_t>(key.address));
      if (elders != nullptr) elders->clear();
    }
  }

  void forget() noexcept {
    pieces_.clear();
    has_elders_ = false;
  }
  std::size_t pieces() const noexcept { return pieces_.size(); }

 private:
  using Elders = std::vector<std::uintptr_t>;  // of a piece: keys that earlier accesses to its bytes may have used

  RangeMap<Elders> pieces_;
  bool has_elders_ = false;  // or may have had some since it was empty
};

/// The keys of all parents that a worker runs just now, one atop the other. What belonged to a parent that has ended
/// stays until another task at its address names ranges, or there are very many: a block of memory may be another
/// task's by then, so position and address do not tell whose keys they are.
class RangeKeysOfParents {
 public:
  /// @param parent  the one on top  @param childless  whether all its children are over: what they named is forgotten
  /// @param id  of the parent, where somebody else still goes by what they named (ThreadSanitizer): kept until another
  /// parent comes; 0 where nobody does
  /// @param runs  says of a parent whether this worker may still be running it; asked when there are very many
  template <class Runs>
  RangeKeys& of(const void* parent, bool childless, std::uint64_t id, const Runs& runs) {
    auto at = place_of(parent);
    if (at == known_.end() || at->parent != parent) {
      if (known_.size() >= k_most_idle) {
        std::erase_if(known_, [&](const ParentRanges& one) { return !runs(one.parent); });
        at = place_of(parent);
      }
      at = known_.insert(at, ParentRanges{parent, id, std::make_unique<RangeKeys>()});
    } else if (childless && (id == 0 || id != at->id)) {
      at->keys->forget();
    }
    at->id = id;
    return *at->keys;
  }

 private:
  struct ParentRanges {
    const void* parent;
    std::uint64_t id;
    std::unique_ptr<RangeKeys> keys;
  };
  static constexpr std::size_t k_most_idle = 1024;  // a pass over them costs some microseconds

  std::vector<ParentRanges>::iterator place_of(const void* parent) {
    const auto before = [](const ParentRanges& one, const void* other) { return std::less<>()(one.parent, other); };
    return std::lower_bound(known_.begin(), known_.end(), parent, before);
  }

  std::vector<ParentRanges> known_;  // by the parent's address
};

}  // namespace heddle::graph
