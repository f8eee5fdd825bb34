// Store: all that regions lie in: the space, a pool of chunks per scheduler node, and the records of regions.
//
// A process has one. Any thread.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <new>

#include "region/chunks.hpp"
#include "region/names.hpp"
#include "region/region.hpp"

namespace heddle::region {

template <class P>
class RegionStore {
 public:
  using Record = RegionRecord<P>;
  static constexpr std::uint32_t k_most_nodes = 256;

  RegionStore() = default;
  RegionStore(const RegionStore&) = delete;
  RegionStore& operator=(const RegionStore&) = delete;
  ~RegionStore() {
    for (auto& segment : segments_) delete[] segment.load(std::memory_order_relaxed);  // order: relaxed — nobody else
    space_.release();
  }

  /// @returns whether there is a range
  bool begin(std::size_t bytes, std::uint32_t nodes) { return space_.reserve(bytes) && begin_pools(nodes); }
  /// The same in a range that is reserved already.
  bool begin(HeldRange range, std::uint32_t nodes) { return space_.adopt(range) && begin_pools(nodes); }

  Space& space() noexcept { return space_; }
  const Space& space() const noexcept { return space_; }
  Chunks<P>& pool(std::uint32_t node) noexcept { return pools_[node]; }

  /// The region around an address, or null.
  Record* around(const void* address) const noexcept {
    if (!space_.holds(address)) return nullptr;
    // order: acquire — pairs with who gave the chunk to the region: the slab's words.
    return static_cast<Record*>(space_.chunk(space_.chunk_of(address)).owner.load(std::memory_order_acquire));
  }
  /// The scheduler node that an address of a region names.
  std::uint32_t node_of(const void* address) const noexcept {
    return space_.chunk(space_.chunk(space_.chunk_of(address)).head).pool - 1U;
  }

  /// The region that an id names now, or null.
  Record* find(Id id) const noexcept {
    Record* const record = record_of(id);
    // order: acquire — pairs with publish().
    return record != nullptr && record->id.load(std::memory_order_acquire) == id ? record : nullptr;
  }
  /// The record of an id, whatever it is now; or null.
  Record* record_of(Id id) const noexcept {
    if (!Name::is_id(id)) return nullptr;
    const std::uint32_t index = Name::index_of(id);
    // order: acquire — pairs with grow().
    Record* const segment = segments_[index / k_segment].load(std::memory_order_acquire);
    return segment == nullptr ? nullptr : &segment[index % k_segment];
  }

  /// A record for a region of the node, with a new id that is not yet valid; null: there are too many, or no memory.
  Record* take_record(std::uint32_t node, Id& id) noexcept {
    const sync::Guard guard(records_lock_);
    Record* record = free_records_;
    if (record != nullptr) {
      free_records_ = record->next_free;
    } else if ((record = grow()) == nullptr) {
      return nullptr;
    }
    record->begin();
    record->scope.node = static_cast<std::uint16_t>(node);
    id = Name::make(node, ++record->turn, record->index);
    return record;
  }
  static void publish(Record& record, Id id) noexcept {
    // order: release — pairs with find().
    record.id.store(id, std::memory_order_release);
  }
  void give_record(Record& record) noexcept {
    const sync::Guard guard(records_lock_);
    record.next_free = free_records_;
    free_records_ = &record;
  }

  /// Around a fork: all that has a lock is whole, and stays so. @pre the caller holds none of the locks
  void lock_all() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    records_lock_.lock();
    for_each_made([](Record& record) HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
      record.tree_lock.lock();
      record.lock.lock();
    });
    for (std::uint32_t node = 0; node < pool_count_; ++node) pools_[node].lock();
    parts_.lock();
  }
  void unlock_all() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    parts_.unlock();
    for (std::uint32_t node = 0; node < pool_count_; ++node) pools_[node].unlock();
    for_each_made([](Record& record) HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
      record.lock.unlock();
      record.tree_lock.unlock();
    });
    records_lock_.unlock();
  }
  /// `each(record)` for all that are, or have been, a region's. @pre locked, or alone
  template <class Each>
  void for_each_made(const Each& each) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    // order: relaxed — under the lock.
    for (std::uint32_t index = 0; index < made_; ++index)
      each(segments_[index / k_segment].load(std::memory_order_relaxed)[index % k_segment]);
  }

 private:
  static constexpr std::uint32_t k_segment = 1024;

  bool begin_pools(std::uint32_t nodes) {
    parts_.begin(space_, nullptr, UINT16_MAX);
    pools_ = std::make_unique<Chunks<P>[]>(nodes);
    pool_count_ = nodes;
    for (std::uint32_t node = 0; node < nodes; ++node)
      pools_[node].begin(space_, &parts_, static_cast<std::uint16_t>(node + 1));
    return true;
  }

  Record* grow() noexcept HEDDLE_REQUIRES(records_lock_) {
    if (made_ == k_most_regions) return nullptr;
    const std::uint32_t index = made_;
    std::atomic<Record*>& place = segments_[index / k_segment];
    // order: relaxed — under the lock.
    Record* segment = place.load(std::memory_order_relaxed);
    if (segment == nullptr) {
      segment = new (std::nothrow) Record[k_segment];
      if (segment == nullptr) return nullptr;
      // order: release — pairs with record_of().
      place.store(segment, std::memory_order_release);
    }
    ++made_;
    segment[index % k_segment].index = index;
    return &segment[index % k_segment];
  }

  Space space_;
  Chunks<P> parts_;
  std::unique_ptr<Chunks<P>[]> pools_;
  std::uint32_t pool_count_ = 0;
  std::atomic<Record*> segments_[k_most_regions / k_segment]{};
  sync::SpinLock<P> records_lock_;
  Record* free_records_ HEDDLE_GUARDED_BY(records_lock_) = nullptr;
  std::uint32_t made_ HEDDLE_GUARDED_BY(records_lock_) = 0;
};

}  // namespace heddle::region
