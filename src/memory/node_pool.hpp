// NodePool: the blocks of one node. Chunks are mapped and bound once; workers take blocks and give them back in
// batches, under a lock for each size (placement.hpp keeps them out of it most of the time). Chunks that become free
// are kept for other sizes, a few of them; the rest go back to the system. So do large blocks, each of which is a
// chunk.
//
// Invariant: a chunk with blocks left is in its class's list, and one that all blocks have come back to is nowhere but
// among the spare ones, or is its class's only one. Any thread.
// Lock order: a class's lock before the pool's.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/cache_line.hpp"
#include "base/thread_safety.hpp"
#include "memory/block_sizes.hpp"
#include "memory/chunk.hpp"
#include "memory/where.hpp"
#include "platform/topology/node_memory.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::memory {

template <class P>
class NodePool {
 public:
  struct Batch {
    FreeBlock* first = nullptr;
    std::uint32_t count = 0;
  };

  NodePool() = default;
  NodePool(const NodePool&) = delete;
  NodePool& operator=(const NodePool&) = delete;
  /// Nobody uses a block any more.
  ~NodePool() {
    for (Chunk* chunk = all_; chunk != nullptr;) {
      Chunk* const next = chunk->next_of_all;
      platform::topology::unmap_from_node(chunk, chunk->mapped_bytes);
      chunk = next;
    }
  }

  /// Before anything else. @param index  the node's in the table
  void set_up(const PlacedNode& node, std::uint32_t index) noexcept {
    node_ = node;
    index_ = index;
  }

  /// Up to `count` blocks of the class. None: the node is full.
  Batch take(std::uint32_t size_class, std::uint32_t count) noexcept {
    Class& own = classes_[size_class];
    const sync::Guard guard(own.lock);
    if (own.chunks == nullptr && !add_chunk(own, size_class)) [[unlikely]]
      return {};
    Batch batch;
    while (batch.count < count && own.chunks != nullptr) {
      Chunk& chunk = *own.chunks;
      FreeBlock* const block = chunk.take();
      block->next = batch.first;
      batch.first = block;
      ++batch.count;
      if (!chunk.has_left()) unlink(own, chunk);
    }
    return batch;
  }

  /// Blocks of this node and of the class come back.
  void give(std::uint32_t size_class, FreeBlock* first) noexcept {
    Class& own = classes_[size_class];
    const sync::Guard guard(own.lock);
    while (first != nullptr) {
      FreeBlock* const block = first;
      first = block->next;
      Chunk& chunk = Chunk::of(block);
      const bool was_full = !chunk.has_left();
      chunk.give(block);
      if (was_full) link(own, chunk);
      const bool is_only_one = own.chunks == &chunk && chunk.next == nullptr;
      if (chunk.used != 0 || is_only_one) continue;
      unlink(own, chunk);
      put_aside(chunk);
    }
  }

  /// A block with a chunk of its own, or null.
  [[gnu::noinline]] void* take_large(std::size_t bytes) noexcept {
    if (bytes > k_most_bytes) return nullptr;
    const std::size_t mapped = (bytes + Chunk::k_header_bytes + k_page - 1) / k_page * k_page;
    Chunk* const chunk = map(mapped);
    if (chunk == nullptr) return nullptr;
    chunk->cut(Chunk::k_alone, mapped - Chunk::k_header_bytes);
    chunk->used = 1;
    return chunk->first_block();
  }
  [[gnu::noinline]] void give_large(Chunk& chunk) noexcept {
    chunk.used = 0;
    put_aside(chunk);
  }

  /// Bytes mapped, whether in use or not.
  std::uint64_t mapped_bytes() const noexcept {
    // order: relaxed — a number to show.
    return mapped_bytes_.load(std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t k_page = 64 * 1024;                   // the largest that Linux is built with
  static constexpr std::size_t k_most_bytes = std::size_t{1} << 46;  // nobody has more address space
  static constexpr std::size_t k_spare_bytes = 32 * Chunk::k_bytes;  // kept per node: a phase's blocks may come again
  static constexpr std::uint64_t k_asked_again_ns = 10'000'000;      // a look costs the price of a hundred blocks

  struct alignas(base::k_line_bytes) Class {
    sync::SpinLock<P> lock;
    Chunk* chunks HEDDLE_GUARDED_BY(lock) = nullptr;  // that have blocks left
  };

  static void link(Class& own, Chunk& chunk) noexcept HEDDLE_REQUIRES(own.lock) {
    chunk.previous = nullptr;
    chunk.next = own.chunks;
    if (chunk.next != nullptr) chunk.next->previous = &chunk;
    own.chunks = &chunk;
  }
  static void unlink(Class& own, Chunk& chunk) noexcept HEDDLE_REQUIRES(own.lock) {
    (chunk.previous == nullptr ? own.chunks : chunk.previous->next) = chunk.next;
    if (chunk.next != nullptr) chunk.next->previous = chunk.previous;
  }

  [[gnu::cold, gnu::noinline]] bool add_chunk(Class& own, std::uint32_t size_class) noexcept HEDDLE_REQUIRES(own.lock) {
    Chunk* const chunk = map(Chunk::k_bytes);
    if (chunk == nullptr) return false;
    chunk->cut(size_class, BlockSizes::bytes_of(size_class));
    link(own, *chunk);
    return true;
  }

  /// A chunk of just this size: one that was put aside, or a new one.
  Chunk* map(std::size_t bytes) noexcept {
    const sync::Guard guard(lock_);
    for (Chunk* chunk = youngest_spare_; chunk != nullptr; chunk = chunk->next) {
      if (chunk->mapped_bytes != bytes) continue;
      take_spare(*chunk);
      return chunk;
    }
    return map_new(bytes);
  }

  [[gnu::cold, gnu::noinline]] Chunk* map_new(std::size_t bytes) noexcept HEDDLE_REQUIRES(lock_) {
    if (!has_room(bytes)) return nullptr;
    const auto mapping = platform::topology::map_on_node(bytes, Chunk::k_bytes, node_.bound_to);
    if (mapping.memory == nullptr) return nullptr;
    if (bytes >= Chunk::k_bytes) prefer_huge_pages(mapping.memory, bytes);
    auto* const chunk = ::new (mapping.memory) Chunk;
    chunk->mapped_bytes = bytes;
    chunk->node = index_;
    chunk->next_of_all = all_;
    if (all_ != nullptr) all_->previous_of_all = chunk;
    all_ = chunk;
    // order: relaxed (both) — written under the lock only.
    mapped_bytes_.store(mapped_bytes_.load(std::memory_order_relaxed) + bytes, std::memory_order_relaxed);
    return chunk;
  }

  bool has_room(std::size_t bytes) noexcept HEDDLE_REQUIRES(lock_) {
    if (node_.bytes) {
      while (mapped_bytes() + bytes > *node_.bytes && oldest_spare_ != nullptr) unmap_spare();
      return mapped_bytes() + bytes <= *node_.bytes;
    }
    if (!node_.asks_kernel) return true;
    const std::uint64_t now = P::rough_ns();
    if (full_since_ != 0 && now - full_since_ < k_asked_again_ns) return false;
    const bool room = platform::topology::free_bytes_of_node(*node_.bound_to).value_or(UINT64_MAX) >= bytes;
    full_since_ = room ? 0 : now;
    return room;
  }

  // Nothing of it is in use.
  [[gnu::cold, gnu::noinline]] void put_aside(Chunk& chunk) noexcept {
    const sync::Guard guard(lock_);
    chunk.previous = nullptr;
    chunk.next = youngest_spare_;
    (chunk.next == nullptr ? oldest_spare_ : chunk.next->previous) = &chunk;
    youngest_spare_ = &chunk;
    spare_bytes_ += chunk.mapped_bytes;
    while (spare_bytes_ > k_spare_bytes) unmap_spare();
  }

  void take_spare(Chunk& chunk) noexcept HEDDLE_REQUIRES(lock_) {
    (chunk.previous == nullptr ? youngest_spare_ : chunk.previous->next) = chunk.next;
    (chunk.next == nullptr ? oldest_spare_ : chunk.next->previous) = chunk.previous;
    spare_bytes_ -= chunk.mapped_bytes;
  }

  // The oldest: what was put aside last is warm, and likely wanted next.
  void unmap_spare() noexcept HEDDLE_REQUIRES(lock_) {
    Chunk& chunk = *oldest_spare_;
    take_spare(chunk);
    (chunk.previous_of_all == nullptr ? all_ : chunk.previous_of_all->next_of_all) = chunk.next_of_all;
    if (chunk.next_of_all != nullptr) chunk.next_of_all->previous_of_all = chunk.previous_of_all;
    full_since_ = 0;
    // order: relaxed (both) — as above.
    mapped_bytes_.store(mapped_bytes() - chunk.mapped_bytes, std::memory_order_relaxed);
    platform::topology::unmap_from_node(&chunk, chunk.mapped_bytes);
  }

  std::array<Class, BlockSizes::k_count> classes_;
  PlacedNode node_;
  std::uint32_t index_ = 0;
  sync::SpinLock<P> lock_;
  Chunk* youngest_spare_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  Chunk* oldest_spare_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  std::size_t spare_bytes_ HEDDLE_GUARDED_BY(lock_) = 0;
  Chunk* all_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  std::uint64_t full_since_ HEDDLE_GUARDED_BY(lock_) = 0;
  typename P::template atomic<std::uint64_t> mapped_bytes_{0};
};

}  // namespace heddle::memory
