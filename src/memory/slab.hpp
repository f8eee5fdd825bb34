// Slab: the memory of tasks. One per worker; blocks of a few sizes, kept in lists; the system allocator is asked only
// for whole chunks.
//
// A worker allocates from its own slab. A block freed by another worker goes home in batches: the freeing worker chains
// up to k_batch blocks of one home slab and gives them back with one compare-and-swap. A block never changes its size
// class and is never given back to the system before the slab dies, so what once held a task always holds tasks
// ("type-stable"; thieves depend on it).
//
// allocate() and release(): only by the worker that owns the slab given. accept(): any worker.
// Model: tests/model/slab_test.cpp.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "base/cache_line.hpp"
#include "base/check.hpp"
#include "memory/free_block.hpp"
#include "memory/huge_pages.hpp"
#include "sync/mailbox.hpp"

namespace heddle::memory {

template <class P>
class Slab {
 public:
  static constexpr std::array<std::uint32_t, 9> k_sizes = {192, 256, 320, 384, 512, 640, 1024, 2048, 4096};
  static constexpr std::uint32_t k_largest = k_sizes.back();
  static constexpr std::uint32_t k_batch = 32;  // amortises one contended compare-and-swap to under 5 ns a block

  Slab() = default;
  Slab(const Slab&) = delete;
  Slab& operator=(const Slab&) = delete;
  ~Slab() {
    for (Chunk* chunk = chunks_; chunk != nullptr;) {
      Chunk* next = chunk->next;
      std::free(chunk);
      chunk = next;
    }
  }

  /// The smallest class whose blocks hold `bytes`. @pre bytes <= k_largest
  static constexpr std::uint16_t class_of(std::size_t bytes) noexcept {
    std::uint16_t size_class = 0;
    while (k_sizes[size_class] < bytes) ++size_class;
    return size_class;
  }

  /// A block of the class, aligned to a cache line. Aborts when the system has no memory left.
  void* allocate(std::uint16_t size_class) noexcept {
    if (FreeBlock* block = free_[size_class]; block != nullptr) [[likely]] {
      free_[size_class] = block->next;
      // A block that others have run lies in their caches. The creator's stores to it would fill its store buffer, and
      // the next locked instruction waits for them all; so the lines are sent for one task ahead.
      base::own_soon(block->next, k_sizes[size_class]);
      return block;
    }
    return refill(size_class);
  }

  /// Frees a block on behalf of this slab's worker: at once when it is at home here, in a batch when not.
  void release(void* memory, std::uint16_t size_class, Slab* home) noexcept {
    auto* block = static_cast<FreeBlock*>(memory);
    if (home == this) [[likely]] {
      block->next = free_[size_class];
      free_[size_class] = block;
      return;
    }
    if (home != away_home_ || size_class != away_class_ || away_count_ >= k_batch) start_batch(size_class, home);
    block->next = away_first_;
    if (away_first_ == nullptr) away_last_ = block;
    away_first_ = block;
    ++away_count_;
  }

  /// Sends home what release() has chained so far. To be called before the worker sleeps.
  void flush() noexcept {
    if (away_count_ != 0) away_home_->accept(away_class_, away_first_, away_last_);
    away_first_ = away_last_ = nullptr;
    away_count_ = 0;
  }

  /// Takes back a chain of this slab's own blocks. Any thread.
  void accept(std::uint16_t size_class, FreeBlock* first, FreeBlock* last) noexcept {
    returned_[size_class].push_chain(first, last);
  }

  /// Every block there is, in use or not, for a message. While the owner sleeps.
  template <class Visit>
  [[gnu::cold]] void for_each_block(Visit visit) const noexcept {
    for (const Chunk* chunk = chunks_; chunk != nullptr; chunk = chunk->next) {
      const char* const begin = reinterpret_cast<const char*>(chunk) + base::k_line_bytes;
      for (std::uint32_t at = 0; at < chunk->blocks; ++at) visit(begin + std::size_t{at} * chunk->block_bytes);
    }
  }

 private:
  struct Chunk {
    Chunk* next;
    std::uint32_t block_bytes;
    std::uint32_t blocks;
  };
  static constexpr std::size_t k_first_chunk = 32 * 1024;

  [[gnu::noinline]] void* refill(std::uint16_t size_class) noexcept {
    FreeBlock* list = returned_[size_class].take_all();
    if (list == nullptr) list = carve(size_class);
    free_[size_class] = list->next;
    return list;
  }

  [[gnu::cold]] FreeBlock* carve(std::uint16_t size_class) noexcept {
    const std::size_t bytes = chunk_bytes_;
    if (chunk_bytes_ < k_huge_page_bytes) chunk_bytes_ *= 2;
    const bool huge = bytes == k_huge_page_bytes;
    auto* chunk = static_cast<Chunk*>(std::aligned_alloc(huge ? k_huge_page_bytes : base::k_line_bytes, bytes));
    HEDDLE_CHECK(chunk != nullptr, "no memory left for tasks");
    if (huge) prefer_huge_pages(chunk, bytes);
    chunk->next = chunks_;
    chunks_ = chunk;
    const std::size_t size = k_sizes[size_class];
    chunk->block_bytes = static_cast<std::uint32_t>(size);
    chunk->blocks = static_cast<std::uint32_t>((bytes - base::k_line_bytes) / size);
    char* const begin = reinterpret_cast<char*>(chunk) + base::k_line_bytes;
    FreeBlock* list = nullptr;
    // From the end, so that the list hands out rising addresses.
    for (std::size_t count = chunk->blocks; count-- > 0;) {
      list = ::new (begin + count * size) FreeBlock{list};
    }
    return list;
  }

  [[gnu::noinline]] void start_batch(std::uint16_t size_class, Slab* home) noexcept {
    flush();
    away_home_ = home;
    away_class_ = size_class;
  }

  std::array<FreeBlock*, k_sizes.size()> free_{};
  FreeBlock* away_first_ = nullptr;
  FreeBlock* away_last_ = nullptr;
  Slab* away_home_ = nullptr;
  std::uint32_t away_count_ = 0;
  std::uint16_t away_class_ = 0;
  std::size_t chunk_bytes_ = k_first_chunk;
  Chunk* chunks_ = nullptr;
  // Other workers write here; apart from the owner's lists.
  alignas(base::k_line_bytes) std::array<sync::Mailbox<P, FreeBlock>, k_sizes.size()> returned_{};
};

}  // namespace heddle::memory
