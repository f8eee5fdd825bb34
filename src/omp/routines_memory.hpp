// The memory routines of omp.h (OpenMP 5.2, 18.13). Any thread; null stands for the calling task's default allocator.
#pragma once

#include <cstddef>
#include <cstdint>

#include "omp/memory_allocators.hpp"

namespace heddle::omp {

/// omp_alloc, and with an alignment (0: none) omp_aligned_alloc.
void* routine_alloc(std::size_t bytes, std::size_t alignment, AllocatorHandle allocator) noexcept;

/// `count` elements of `size` bytes.
struct Elements {
  std::size_t count;
  std::size_t size;
};
/// omp_calloc, and with an alignment (0: none) omp_aligned_calloc.
void* routine_calloc(const Elements& elements, std::size_t alignment, AllocatorHandle allocator) noexcept;

/// omp_realloc. Blocks know the allocator that they come from.
void* routine_realloc(void* block, std::size_t bytes, AllocatorHandle allocator) noexcept;

/// omp_init_allocator. @returns k_null_allocator when a trait or the space cannot be had
AllocatorHandle init_allocator(std::uintptr_t space, std::int64_t count, const Trait* traits) noexcept;

/// omp_set_default_allocator; null means the predefined one.
void set_default_allocator(AllocatorHandle allocator) noexcept;
AllocatorHandle default_allocator() noexcept;

}  // namespace heddle::omp
