// Chunk: memory of one node, mapped at once and cut into blocks of one size. It begins at a multiple of its size, so
// that a block's address tells its chunk, and so its node and its size. A block larger than a chunk's lies alone in one
// that is as long as it must be; then only the block's first byte tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <new>

#include "base/cache_line.hpp"
#include "memory/free_block.hpp"
#include "memory/huge_pages.hpp"

namespace heddle::memory {

struct Chunk {
  static constexpr std::size_t k_bytes = k_huge_page_bytes;
  static constexpr std::uint32_t k_alone = UINT32_MAX;  // the class of a block that has the chunk for itself

  // -- set when it is cut
  std::size_t mapped_bytes = 0;
  std::size_t block_bytes = 0;
  std::uint32_t size_class = 0;
  std::uint32_t blocks = 0;
  std::uint32_t node = 0;  // index into PlacementTable::nodes()

  // -- under the lock of its class
  std::uint32_t used = 0;    // blocks that are out, with users or in workers' caches
  std::uint32_t carved = 0;  // blocks that have been out once; those behind have never been touched
  FreeBlock* free = nullptr;
  Chunk* next = nullptr;  // in the list of chunks that have blocks left
  Chunk* previous = nullptr;

  // -- under the pool's lock
  Chunk* next_of_all = nullptr;
  Chunk* previous_of_all = nullptr;

  /// Of a block's first byte.
  static Chunk& of(void* block) noexcept {
    return *reinterpret_cast<Chunk*>(reinterpret_cast<std::uintptr_t>(block) & ~(std::uintptr_t{k_bytes} - 1));
  }
  static const Chunk& of(const void* block) noexcept { return of(const_cast<void*>(block)); }

  char* first_block() noexcept { return reinterpret_cast<char*>(this) + k_header_bytes; }

  void cut(std::uint32_t into_class, std::size_t bytes) noexcept {
    size_class = into_class;
    block_bytes = bytes;
    blocks = static_cast<std::uint32_t>((mapped_bytes - k_header_bytes) / bytes);
    used = carved = 0;
    free = nullptr;
  }

  bool has_left() const noexcept { return used < blocks; }

  /// @pre has_left()
  FreeBlock* take() noexcept {
    ++used;
    if (free == nullptr) return ::new (first_block() + carved++ * block_bytes) FreeBlock{nullptr};
    FreeBlock* const block = free;
    free = block->next;
    return block;
  }
  void give(FreeBlock* block) noexcept {
    --used;
    block->next = free;
    free = block;
  }

  static constexpr std::size_t k_header_bytes = 2 * base::k_line_bytes;
};
static_assert(sizeof(Chunk) <= Chunk::k_header_bytes);

}  // namespace heddle::memory
