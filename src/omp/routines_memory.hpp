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

/// The routines of OpenMP 6.0 (section 20.6) that ask for memory of devices: the host has all spaces, no other device
/// has any.
inline constexpr std::uintptr_t k_no_space = 0;  // omp_null_mem_space, as omp.h of LLVM 22 has it
struct Devices {
  int count;
  const int* numbers;
};
/// `space` where all devices are the host, and there is at least one; else k_no_space.
std::uintptr_t space_of_devices(const Devices& devices, std::uintptr_t space) noexcept;
/// The predefined allocator of that space; k_null_allocator where there is none.
AllocatorHandle allocator_of_devices(const Devices& devices, std::uintptr_t space) noexcept;
/// How many resources a space has: 1, and 0 for what is no space.
int resources_of(std::uintptr_t space) noexcept;

/// omp_set_default_allocator; null means the predefined one.
void set_default_allocator(AllocatorHandle allocator) noexcept;
AllocatorHandle default_allocator() noexcept;

}  // namespace heddle::omp
