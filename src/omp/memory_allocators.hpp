// The memory allocators of OpenMP (5.2, chapters 6 and 18.13): predefined ones, and ones with traits.
//
// Every block is preceded by a Header that says where it came from, so any block can be given back without its
// allocator being named. Invariant: what a pool has given out, and nothing else, is counted in Allocator::used, without
// headers and alignment. Handles, keys and values have the numbers of omp.h. Any thread.
//
// Memory of high bandwidth (HBM, MCDRAM) comes through the library memkind where this machine has both. It is loaded
// with the first request for such memory; programs that never ask never load it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>

#include "omp/icv.hpp"
#include "platform/threads/threads.hpp"

namespace heddle::omp {

/// omp_allocator_handle_t: 0, one of the predefined ones, or the address of an Allocator.
using AllocatorHandle = std::uintptr_t;
inline constexpr AllocatorHandle k_null_allocator = 0;
inline constexpr AllocatorHandle k_default_mem_alloc = 1;
inline constexpr AllocatorHandle k_high_bw_mem_alloc = 4;
inline constexpr AllocatorHandle k_last_predefined = 8;

enum class MemorySpace : std::uintptr_t { default_mem, large_cap, constant, high_bw, low_lat };

enum class TraitKey : int { sync_hint = 1, alignment, access, pool_size, fallback, fallback_data, pinned, partition };

enum class Fallback : std::uintptr_t { default_mem = 11, null = 12, abort = 13, allocator = 14 };

/// omp_alloctrait_t.
struct Trait {
  TraitKey key;
  std::uintptr_t value;
};

/// What omp_init_allocator makes.
struct Allocator {
  MemorySpace space = MemorySpace::default_mem;
  Dialect dialect = Dialect::gnu;
  std::size_t alignment = 1;
  std::size_t pool_bytes = SIZE_MAX;
  Fallback fallback = Fallback::default_mem;
  AllocatorHandle fallback_data = k_null_allocator;
  platform::Threads::atomic<std::size_t> used{0};
};

/// @param dialect  of the process: how its pools count
/// @returns k_null_allocator when a trait or the space cannot be had
AllocatorHandle make_allocator(MemorySpace space, std::span<const Trait> traits,
                               Dialect dialect = Dialect::gnu) noexcept;
/// Frees the allocator. Its blocks have been freed before.
void destroy_allocator(AllocatorHandle handle) noexcept;

struct MemoryRequest {
  std::size_t bytes = 0;                            // 0: no memory, null
  std::size_t alignment = 1;                        // a power of two
  AllocatorHandle allocator = k_default_mem_alloc;  // not null
  enum class Content : std::uint8_t { undefined, zero } content = Content::undefined;
};

/// Memory as the allocator's traits say, or null. With the fallback `abort`, ends the process instead of returning
/// null.
void* allocate(const MemoryRequest& request) noexcept;

/// The block with a new size: may move. `allocator` null: stay with the block's own. Null when there is no memory; the
/// block is then unchanged.
void* reallocate(void* block, std::size_t bytes, AllocatorHandle allocator) noexcept;

/// Null is allowed.
void release(void* block) noexcept;

}  // namespace heddle::omp
