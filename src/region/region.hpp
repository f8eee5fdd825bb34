// Region: a node of the tree, and the memory of its objects.
//
// Records are never given back, so whoever has an old pointer or id finds a record that says it is another's: an id
// names the record and how many regions it has been (names.hpp). The tree's links are under the lock of the parent;
// slabs, chunks and bytes under its own.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "region/names.hpp"
#include "region/scope.hpp"
#include "region/slab.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::region {

inline constexpr std::uint32_t k_most_units = 32;  // of a slot: two to a slab; larger objects have slabs of their own

template <class P>
struct RegionRecord {
  OrderScope scope;  // first: a scope that is a region's is at its region's address
  std::atomic<Id> id{0};
  std::uint32_t index = 0;
  std::uint32_t turn = 0;  // how many regions it has been
  std::uint16_t level = 0;
  RegionRecord* parent = nullptr;
  RegionRecord* next_sibling = nullptr;
  RegionRecord* previous_sibling = nullptr;
  RegionRecord* next_free = nullptr;

  sync::SpinLock<P> lock;
  sync::SpinLock<P> tree_lock;  // and the links between its children
  RegionRecord* first_child HEDDLE_GUARDED_BY(tree_lock) = nullptr;
  // Its chunks: first those with free slabs, then those without.
  std::uint32_t first_run HEDDLE_GUARDED_BY(lock) = k_none;
  std::uint32_t last_run HEDDLE_GUARDED_BY(lock) = k_none;
  std::size_t bytes HEDDLE_GUARDED_BY(lock) = 0;  // of its slabs
  // By size: slabs with free slots, at hand with nobody.
  std::uint32_t partial[k_most_units] HEDDLE_GUARDED_BY(lock);
  std::uint8_t growth HEDDLE_GUARDED_BY(lock) = 0;  // the order of the next run of chunks
  const char* freed_file = nullptr;                 // where it was freed last
  int freed_line = 0;
  alignas(16) unsigned char extra[64];  // what the rooms above keep with it; zeroes when it is made

  static RegionRecord& of(OrderScope& scope) noexcept { return reinterpret_cast<RegionRecord&>(scope); }
  static const RegionRecord& of(const OrderScope& scope) noexcept {
    return reinterpret_cast<const RegionRecord&>(scope);
  }

  /// Before it is anybody's.
  void begin() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    scope = OrderScope{};
    scope.is_region = true;
    growth = 0;
    parent = first_child = next_sibling = previous_sibling = nullptr;
    first_run = last_run = k_none;
    bytes = 0;
    for (std::uint32_t& head : partial) head = k_none;
    for (unsigned char& byte : extra) byte = 0;
  }
};

}  // namespace heddle::region
