// Placement: blocks of data by node and kind of memory, pooled. The system is asked for chunks only; a block comes from
// the caller's own cache, without a lock, and goes into the cache of whoever gives it back, whichever worker that is.
//
// A cache holds up to two batches of a node and size; one batch at a time goes to and from the node's pool.
// allocate() and release(): the worker that owns the cache given; without a cache any thread, under a lock.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "memory/block_sizes.hpp"
#include "memory/node_pool.hpp"
#include "memory/spill_warning.hpp"
#include "memory/where.hpp"
#include "sync/spin_lock.hpp"

namespace heddle::memory {

/// What lies on a node, and what should lie there.
struct NodeCount {
  std::uint64_t blocks = 0;  // in use
  std::uint64_t bytes = 0;   // of these, rounded up to their sizes
  std::uint64_t mapped_bytes = 0;
  std::uint64_t spilled_blocks = 0;  // that were meant for this node, ever
  std::uint64_t spilled_bytes = 0;
};

template <class P>
class Placement {
 public:
  class Cache;

  Placement(const platform::topology::Localities& localities, PlacementMode mode, Spill spill)
      : table_(localities, mode, spill),
        pools_(std::make_unique<NodePool<P>[]>(table_.nodes().size())),
        spilled_(std::make_unique<SpillCount[]>(table_.nodes().size())),
        shared_(std::make_unique<Cache>(node_count())) {
    for (std::uint32_t node = 0; node < node_count(); ++node) pools_[node].set_up(table_.nodes()[node], node);
  }
  Placement(const Placement&) = delete;
  Placement& operator=(const Placement&) = delete;
  ~Placement() {
    for (Cache* cache = caches_; cache != nullptr;) {
      Cache* const next = cache->next_;
      delete cache;
      cache = next;
    }
  }

  /// A cache for a worker of the locality; lives as long as the placement. Null: no memory. Any thread.
  Cache* add_cache(std::uint32_t locality) noexcept {
    auto* const cache = new (std::nothrow) Cache(node_count());
    if (cache == nullptr) return nullptr;
    cache->locality_ = locality % table_.localities();
    const sync::Guard guard(lock_);
    cache->next_ = caches_;
    caches_ = cache;
    return cache;
  }

  /// Null: the nodes that it may lie on are full. Aligned to 64 bytes from 64 bytes on, else to 16. Not zeroed.
  void* allocate(Cache& cache, std::size_t bytes, Where where) noexcept {
    const std::uint32_t node = table_.first(where, cache.locality_);
    if (typename Cache::Node* const own = cache.of(node); own != nullptr && bytes <= BlockSizes::k_largest) [[likely]] {
      const std::uint32_t size_class = BlockSizes::class_of(bytes);
      if (void* const block = own->pop(size_class)) [[likely]] {
        own->count(1, BlockSizes::bytes_of(size_class));
        return block;
      }
    }
    return allocate_slowly(cache, bytes, table_.order(where, cache.locality_));
  }

  /// @param memory  from any cache of this placement
  void release(Cache& cache, void* memory) noexcept {
    Chunk& chunk = Chunk::of(memory);
    if (typename Cache::Node* const own = cache.of(chunk.node); own != nullptr && chunk.size_class != Chunk::k_alone)
        [[likely]] {
      own->count(-1, chunk.block_bytes);
      if (own->push(chunk.size_class, memory) <= 2 * batch_of(chunk.size_class)) [[likely]]
        return;
      return give_back(*own, chunk);
    }
    release_slowly(cache, memory, chunk);
  }

  /// The same for threads without a cache.
  void* allocate(std::size_t bytes, Where where) noexcept {
    const sync::Guard guard(shared_lock_);
    return allocate(*shared_, bytes, where);
  }
  void release(void* memory) noexcept {
    const sync::Guard guard(shared_lock_);
    release(*shared_, memory);
  }

  /// Where a block lies that is in use: an index into nodes(). @param memory  its first byte
  std::uint32_t node_of(const void* memory) const noexcept { return Chunk::of(memory).node; }
  /// How long it may be used to.
  static std::size_t bytes_of(const void* memory) noexcept { return Chunk::of(memory).block_bytes; }

  /// The last one stands for memory that no node was chosen for.
  const std::vector<PlacedNode>& nodes() const noexcept { return table_.nodes(); }
  const PlacementTable& table() const noexcept { return table_; }

  /// In the order of nodes(). While workers allocate, a number of the moment.
  std::vector<NodeCount> counts() const;

 private:
  struct alignas(base::k_line_bytes) SpillCount {
    typename P::template atomic<std::uint64_t> blocks{0};
    typename P::template atomic<std::uint64_t> bytes{0};
  };

  std::uint32_t node_count() const noexcept { return static_cast<std::uint32_t>(table_.nodes().size()); }

  /// Blocks that go to or from a pool at once: half a MiB of them.
  static constexpr std::uint32_t batch_of(std::uint32_t size_class) noexcept {
    constexpr std::size_t k_batch_bytes = 512 * 1024;  // six of 64 KiB: one at a time was one lock a block
    constexpr std::size_t k_most = 32;  // as in slab.hpp: the lock then costs a nanosecond or two a block
    return static_cast<std::uint32_t>(
        std::clamp<std::size_t>(k_batch_bytes / BlockSizes::bytes_of(size_class), 1, k_most));
  }

  [[gnu::noinline]] void* allocate_slowly(Cache& cache, std::size_t bytes,
                                          const std::vector<std::uint32_t>& order) noexcept {
    for (const std::uint32_t node : order) {
      void* const block = allocate_on(cache, bytes, node);
      if (block == nullptr) continue;
      if (node != order.front()) note_spill(order.front(), node, block);
      return block;
    }
    return nullptr;
  }

  void* allocate_on(Cache& cache, std::size_t bytes, std::uint32_t node) noexcept {
    typename Cache::Node* const own = cache.made(node);
    if (own == nullptr) return nullptr;
    void* block = nullptr;
    if (bytes > BlockSizes::k_largest) {
      block = pools_[node].take_large(bytes);
    } else {
      const std::uint32_t size_class = BlockSizes::class_of(bytes);
      block = own->pop(size_class);
      if (block == nullptr) {
        own->fill(size_class, pools_[node].take(size_class, batch_of(size_class)));
        block = own->pop(size_class);
      }
    }
    if (block != nullptr) own->count(1, Chunk::of(block).block_bytes);
    return block;
  }

  [[gnu::noinline]] void release_slowly(Cache& cache, void* memory, Chunk& chunk) noexcept {
    typename Cache::Node* const own = cache.made(chunk.node);
    if (own != nullptr) own->count(-1, chunk.block_bytes);
    if (chunk.size_class == Chunk::k_alone) return pools_[chunk.node].give_large(chunk);
    if (own == nullptr) return pools_[chunk.node].give(chunk.size_class, ::new (memory) FreeBlock{nullptr});
    own->push(chunk.size_class, memory);
  }

  [[gnu::noinline]] void give_back(typename Cache::Node& own, const Chunk& chunk) noexcept {
    pools_[chunk.node].give(chunk.size_class, own.drop(chunk.size_class, batch_of(chunk.size_class)));
  }

  [[gnu::cold, gnu::noinline]] void note_spill(std::uint32_t meant, std::uint32_t taken, void* block) noexcept {
    // order: relaxed (both) — numbers to show.
    spilled_[meant].blocks.fetch_add(1, std::memory_order_relaxed);
    spilled_[meant].bytes.fetch_add(Chunk::of(block).block_bytes, std::memory_order_relaxed);
    const bool anywhere = taken + 1 == node_count();
    warn_of_spill(spill_gate_, table_.nodes()[meant].number,
                  anywhere ? std::nullopt : std::optional(table_.nodes()[taken].number));
  }

  const PlacementTable table_;
  std::unique_ptr<NodePool<P>[]> pools_;
  std::unique_ptr<SpillCount[]> spilled_;
  base::OnceGate spill_gate_;
  mutable sync::SpinLock<P> lock_;
  Cache* caches_ HEDDLE_GUARDED_BY(lock_) = nullptr;
  mutable sync::SpinLock<P> shared_lock_;
  std::unique_ptr<Cache> shared_;
};

/// What one worker keeps of each node and size.
template <class P>
class Placement<P>::Cache {
 public:
  explicit Cache(std::uint32_t nodes) : count_(nodes), nodes_(std::make_unique<Slot[]>(nodes)) {}
  Cache(const Cache&) = delete;
  Cache& operator=(const Cache&) = delete;
  ~Cache() {
    // order: relaxed — nobody else uses it any more.
    for (std::uint32_t node = 0; node < count_; ++node) delete nodes_[node].load(std::memory_order_relaxed);
  }

  std::uint32_t locality() const noexcept { return locality_; }
  /// Its worker's thread now runs in another locality. By that worker.
  void move_to(std::uint32_t locality) noexcept { locality_ = locality; }

 private:
  friend class Placement;

  struct Node {
    struct KeptBlocks {
      FreeBlock* first = nullptr;
      std::uint32_t count = 0;
    };

    void* pop(std::uint32_t size_class) noexcept {
      KeptBlocks& kept = classes[size_class];
      FreeBlock* const block = kept.first;
      if (block == nullptr) return nullptr;
      kept.first = block->next;
      --kept.count;
      return block;
    }
    std::uint32_t push(std::uint32_t size_class, void* memory) noexcept {
      KeptBlocks& kept = classes[size_class];
      kept.first = ::new (memory) FreeBlock{kept.first};
      return ++kept.count;
    }
    void fill(std::uint32_t size_class, const typename NodePool<P>::Batch& batch) noexcept {
      classes[size_class] = {batch.first, batch.count};
    }
    /// @returns the first of a chain of so many
    FreeBlock* drop(std::uint32_t size_class, std::uint32_t count) noexcept {
      KeptBlocks& kept = classes[size_class];
      FreeBlock* const first = kept.first;
      FreeBlock* last = first;
      for (std::uint32_t more = 1; more < count; ++more) last = last->next;
      kept.first = last->next;
      kept.count -= count;
      last->next = nullptr;
      return first;
    }
    void count(std::int64_t more, std::size_t size) noexcept {
      // order: relaxed (all) — the owner's own; others read them as numbers to show.
      blocks.store(blocks.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
      bytes.store(bytes.load(std::memory_order_relaxed) + more * static_cast<std::int64_t>(size),
                  std::memory_order_relaxed);
    }

    std::array<KeptBlocks, BlockSizes::k_count> classes;
    // Taken here less given back here: one cache's may be below 0, the sum of all is not.
    typename P::template atomic<std::int64_t> blocks{0};
    typename P::template atomic<std::int64_t> bytes{0};
  };

  /// Null: none yet. By the owner.
  Node* of(std::uint32_t node) const noexcept {
    // order: relaxed — the owner has written it.
    return nodes_[node].load(std::memory_order_relaxed);
  }
  Node* made(std::uint32_t node) noexcept {
    if (Node* const own = of(node)) return own;
    auto* const fresh = new (std::nothrow) Node;
    // order: release — pairs with counts(): its numbers are there.
    nodes_[node].store(fresh, std::memory_order_release);
    return fresh;
  }

  using Slot = typename P::template atomic<Node*>;
  std::uint32_t count_;
  std::unique_ptr<Slot[]> nodes_;
  std::uint32_t locality_ = 0;
  Cache* next_ = nullptr;
};

template <class P>
std::vector<NodeCount> Placement<P>::counts() const {
  std::vector<NodeCount> counts(node_count());
  const sync::Guard guard(lock_);
  const sync::Guard shared_guard(shared_lock_);
  for (std::uint32_t node = 0; node < node_count(); ++node) {
    std::int64_t blocks = 0;
    std::int64_t bytes = 0;
    const auto add = [&](const Cache& cache) {
      // order: acquire — pairs with made().
      const auto* const own = cache.nodes_[node].load(std::memory_order_acquire);
      if (own == nullptr) return;
      // order: relaxed (both) — numbers to show.
      blocks += own->blocks.load(std::memory_order_relaxed);
      bytes += own->bytes.load(std::memory_order_relaxed);
    };
    add(*shared_);
    for (const Cache* cache = caches_; cache != nullptr; cache = cache->next_) add(*cache);
    // order: relaxed (both) — as above.
    counts[node] = {static_cast<std::uint64_t>(std::max<std::int64_t>(blocks, 0)),
                    static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 0)), pools_[node].mapped_bytes(),
                    spilled_[node].blocks.load(std::memory_order_relaxed),
                    spilled_[node].bytes.load(std::memory_order_relaxed)};
  }
  return counts;
}

}  // namespace heddle::memory
