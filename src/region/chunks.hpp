// Chunks: runs of chunks, handed out and taken back: a buddy system. The space has one for its parts, and each
// scheduler node has one for the chunks in the parts that it has got, so an address names its node (node_of).
//
// Runs have 2^order chunks and begin at a multiple of that. A run that comes back is joined with its neighbour if that
// is free in the same pool. Pages of free runs stay until more than k_most_dirty bytes lie there unused; then all go
// back to the system.
//
// Under a lock of its own; any thread.
#pragma once

#include <bit>

#include "region/space.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::region {

template <class P>
class Chunks {
 public:
  static constexpr std::uint32_t k_orders = 24;  // 2^23 chunks are a TiB
  static constexpr std::size_t k_most_dirty = std::size_t{256} << 20;

  /// @param above  where it gets its parts; null: it is the space's own, and holds all of it
  /// @param pool   its mark in RegionChunk::pool, not 0. Before anybody else knows it
  void begin(Space& space, Chunks* above, std::uint16_t pool) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
    space_ = &space;
    above_ = above;
    pool_ = pool;
    part_order_ = part_order(space);
    for (std::uint32_t& head : heads_) head = k_none;
    dirty_ = 0;
    if (above == nullptr) put(0, order_of(space.chunk_count()), false);
  }

  static std::uint32_t order_of(std::size_t chunks) noexcept {
    return chunks <= 1 ? 0 : static_cast<std::uint32_t>(std::bit_width(chunks - 1));
  }

  /// A run whose pages may be used, or k_none. @post its chunks are of this pool, and nobody's yet
  std::uint32_t take(std::uint32_t order) noexcept {
    const sync::Guard guard(lock_);
    const std::uint32_t run = take_locked(order);
    if (run == k_none || above_ == nullptr) return run;
    if (open(run, std::uint32_t{1} << order)) return run;
    give_locked(run, order, false);
    return k_none;
  }

  /// @pre nobody owns them any more
  void give(std::uint32_t run, std::uint32_t order) noexcept {
    const sync::Guard guard(lock_);
    give_locked(run, order, above_ != nullptr);
    if (dirty_ > k_most_dirty) trim_locked();
  }

  /// Gives the pages of all free runs back to the system.
  void trim() noexcept {
    const sync::Guard guard(lock_);
    trim_locked();
  }

  // Around a fork.
  void lock() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock_.lock(); }
  void unlock() noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS { lock_.unlock(); }

 private:
  static std::uint32_t part_order(const Space& space) noexcept {
    constexpr std::uint32_t k_parts_order = 10;
    const std::uint32_t all = order_of(space.chunk_count());
    return all - (all < k_parts_order ? all : k_parts_order);
  }

  std::uint32_t take_locked(std::uint32_t order) noexcept HEDDLE_REQUIRES(lock_) {
    if (order >= k_orders) return k_none;
    std::uint32_t from = order;
    while (from < k_orders && heads_[from] == k_none) ++from;
    if (from == k_orders && !grow(order)) return k_none;
    if (from == k_orders)
      for (from = order; heads_[from] == k_none;) ++from;
    const std::uint32_t run = heads_[from];
    const bool dirty = space_->chunk(run).is_dirty;
    remove(run, from);
    while (from > order) {
      --from;
      put(run + (std::uint32_t{1} << from), from, dirty);
    }
    RegionChunk& head = space_->chunk(run);
    head.order = static_cast<std::uint8_t>(order);
    head.pool = pool_;
    head.is_free = false;
    return run;
  }

  // Parts from above: one, or as many as the run needs.
  bool grow(std::uint32_t order) noexcept HEDDLE_REQUIRES(lock_) {
    if (above_ == nullptr) return false;
    const std::uint32_t wanted = order > part_order_ ? order : part_order_;
    const std::uint32_t part = above_->take(wanted);
    if (part == k_none) return false;
    put(part, wanted, false);
    return true;
  }

  void give_locked(std::uint32_t run, std::uint32_t order, bool dirty) noexcept HEDDLE_REQUIRES(lock_) {
    const std::uint32_t most = above_ == nullptr ? k_orders - 1 : part_order_;
    while (order < most) {
      const std::uint32_t other = run ^ (std::uint32_t{1} << order);
      if (other >= space_->chunk_count()) break;
      const RegionChunk& chunk = space_->chunk(other);
      if (!chunk.is_free || chunk.pool != pool_ || chunk.order != order) break;
      dirty = dirty || chunk.is_dirty;
      remove(other, order);
      run &= ~(std::uint32_t{1} << order);
      ++order;
    }
    put(run, order, dirty);
  }

  void put(std::uint32_t run, std::uint32_t order, bool dirty) noexcept HEDDLE_REQUIRES(lock_) {
    RegionChunk& head = space_->chunk(run);
    head.order = static_cast<std::uint8_t>(order);
    head.pool = pool_;
    head.is_free = true;
    head.is_dirty = dirty;
    if (dirty) dirty_ += k_chunk_bytes << order;
    head.previous = k_none;
    head.next = heads_[order];
    if (head.next != k_none) space_->chunk(head.next).previous = run;
    heads_[order] = run;
  }
  void remove(std::uint32_t run, std::uint32_t order) noexcept HEDDLE_REQUIRES(lock_) {
    RegionChunk& head = space_->chunk(run);
    if (head.is_dirty) dirty_ -= k_chunk_bytes << order;
    head.is_free = false;
    if (head.previous != k_none) {
      space_->chunk(head.previous).next = head.next;
    } else {
      heads_[order] = head.next;
    }
    if (head.next != k_none) space_->chunk(head.next).previous = head.previous;
  }

  // A group at a time, so that there are few mappings; of a long run all at once.
  bool open(std::uint32_t run, std::uint32_t chunks) noexcept {
    const std::uint32_t first = run / k_group_chunks;
    const std::uint32_t end = (run + chunks + k_group_chunks - 1) / k_group_chunks;
    for (std::uint32_t group = first; group < end;) {
      std::uint32_t behind = group;
      while (behind < end && !space_->chunk(behind * k_group_chunks).is_open) ++behind;
      if (behind != group) {
        if (!Space::open_pages(space_->address_of_chunk(group * k_group_chunks), (behind - group) * k_group_bytes))
          return false;
        for (; group < behind; ++group) space_->chunk(group * k_group_chunks).is_open = true;
      } else {
        ++group;
      }
    }
    return true;
  }

  void trim_locked() noexcept HEDDLE_REQUIRES(lock_) {
    for (std::uint32_t order = 0; order < k_orders; ++order)
      for (std::uint32_t run = heads_[order]; run != k_none; run = space_->chunk(run).next)
        give_back(space_->chunk(run), run);
    dirty_ = 0;
  }
  void give_back(RegionChunk& head, std::uint32_t run) noexcept {
    if (!head.is_dirty) return;
    head.is_dirty = false;
    Space::give_pages_back(space_->address_of_chunk(run), k_chunk_bytes << head.order);
  }

  Space* space_ = nullptr;
  Chunks* above_ = nullptr;
  std::uint16_t pool_ = 0;
  std::uint32_t part_order_ = 0;
  sync::SpinLock<P> lock_;  // and what is in RegionChunk of a free run
  std::size_t dirty_ HEDDLE_GUARDED_BY(lock_) = 0;
  std::uint32_t heads_[k_orders] HEDDLE_GUARDED_BY(lock_);
};

}  // namespace heddle::region
