#include "omp/routines_memory.hpp"

#include <algorithm>
#include <span>

#include "omp/current_icv.hpp"
#include "omp/routines_device.hpp"
#include "runtime/current.hpp"

namespace heddle::omp {

namespace {

MemoryRequest request(std::size_t bytes, std::size_t alignment, AllocatorHandle allocator) noexcept {
  return {bytes, alignment == 0 ? 1 : alignment, allocator != k_null_allocator ? allocator : default_allocator()};
}

}  // namespace

void* routine_alloc(std::size_t bytes, std::size_t alignment, AllocatorHandle allocator) noexcept {
  return allocate(request(bytes, alignment, allocator));
}

void* routine_calloc(const Elements& elements, std::size_t alignment, AllocatorHandle allocator) noexcept {
  std::size_t bytes = 0;
  // What overflows is as good as too much: the fallback decides.
  if (__builtin_mul_overflow(elements.count, elements.size, &bytes)) bytes = PTRDIFF_MAX;
  MemoryRequest zeroed = request(bytes, alignment, allocator);
  zeroed.content = MemoryRequest::Content::zero;
  return allocate(zeroed);
}

void* routine_realloc(void* block, std::size_t bytes, AllocatorHandle allocator) noexcept {
  if (block == nullptr) return allocate(request(bytes, 1, allocator));
  if (bytes != 0) return reallocate(block, bytes, allocator);
  release(block);
  return nullptr;
}

namespace {

// omp_default_mem_space: 0 in omp.h of GCC and of LLVM up to 20, 99 since.
constexpr std::uintptr_t k_new_default_space = 99;

constexpr MemorySpace named_space(std::uintptr_t space) noexcept {
  return space == k_new_default_space ? MemorySpace::default_mem : static_cast<MemorySpace>(space);
}

}  // namespace

std::uintptr_t space_of_devices(const Devices& devices, std::uintptr_t space) noexcept {
  if (devices.count <= 0 || resources_of(space) == 0) return k_no_space;
  const std::span numbers(devices.numbers, static_cast<std::size_t>(devices.count));
  return std::ranges::all_of(numbers, is_host) ? space : k_no_space;
}

AllocatorHandle allocator_of_devices(const Devices& devices, std::uintptr_t space) noexcept {
  if (space_of_devices(devices, space) == k_no_space) return k_null_allocator;
  return static_cast<AllocatorHandle>(named_space(space)) + k_default_mem_alloc;  // omp.h numbers both alike
}

int resources_of(std::uintptr_t space) noexcept {
  return space != k_no_space && named_space(space) <= MemorySpace::low_lat ? 1 : 0;
}

AllocatorHandle init_allocator(std::uintptr_t space, std::int64_t count, const Trait* traits) noexcept {
  return make_allocator(named_space(space), {traits, static_cast<std::size_t>(count > 0 ? count : 0)});
}

void set_default_allocator(AllocatorHandle allocator) noexcept {
  writable_icv(runtime::current()).def_allocator = allocator == k_null_allocator ? k_default_mem_alloc : allocator;
}

AllocatorHandle default_allocator() noexcept { return icv(runtime::current()).def_allocator; }

}  // namespace heddle::omp
