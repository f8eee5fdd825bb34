// omp_alloc and its kin, omp_init_allocator, GOMP_alloc, GOMP_free.
#include <cstdint>

#include "front/gomp/bad_call.hpp"
#include "front/gomp/export.hpp"
#include "omp/memory_allocators.hpp"
#include "omp/region.hpp"

using namespace heddle;
using omp::AllocatorHandle;
using omp::MemoryRequest;
using Content = omp::MemoryRequest::Content;

namespace {

AllocatorHandle or_default(AllocatorHandle allocator) noexcept {
  return allocator != omp::k_null_allocator ? allocator : omp::icv(runtime::current()).def_allocator;
}

void* zeroed(std::size_t alignment, std::size_t count, std::size_t size, AllocatorHandle allocator) noexcept {
  std::size_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes)) bytes = PTRDIFF_MAX;  // as good as too much: the fallback decides
  return omp::allocate({bytes, alignment, or_default(allocator), Content::zero});
}

AllocatorHandle init_allocator(std::uintptr_t space, long count, const omp::Trait* traits) noexcept {
  const auto traits_given = static_cast<std::size_t>(count > 0 ? count : 0);
  return omp::make_allocator(static_cast<omp::MemorySpace>(space), {traits, traits_given});
}

}  // namespace

extern "C" {

void* HEDDLE_GOMP_EXPORT(omp_alloc)(std::size_t bytes, AllocatorHandle allocator) {
  return omp::allocate({bytes, 1, or_default(allocator)});
}

void* HEDDLE_GOMP_EXPORT(omp_aligned_alloc)(std::size_t alignment, std::size_t bytes, AllocatorHandle allocator) {
  return omp::allocate({bytes, alignment == 0 ? 1 : alignment, or_default(allocator)});
}

void* HEDDLE_GOMP_EXPORT(omp_calloc)(std::size_t count, std::size_t size, AllocatorHandle allocator) {
  return zeroed(1, count, size, allocator);
}

void* HEDDLE_GOMP_EXPORT(omp_aligned_calloc)(std::size_t alignment, std::size_t count, std::size_t size,
                                             AllocatorHandle allocator) {
  return zeroed(alignment == 0 ? 1 : alignment, count, size, allocator);
}

void* HEDDLE_GOMP_EXPORT(omp_realloc)(void* block, std::size_t bytes, AllocatorHandle allocator, AllocatorHandle) {
  if (block == nullptr) return omp::allocate({bytes, 1, or_default(allocator)});
  if (bytes != 0) return omp::reallocate(block, bytes, allocator);
  omp::release(block);
  return nullptr;
}

void HEDDLE_GOMP_EXPORT(omp_free)(void* block, AllocatorHandle) { omp::release(block); }

// The allocate clause: the program cannot see that there was no memory, so it must not go on.
void* HEDDLE_GOMP_EXPORT(GOMP_alloc)(std::size_t alignment, std::size_t bytes, AllocatorHandle allocator) {
  void* block = omp::allocate({bytes, alignment == 0 ? 1 : alignment, or_default(allocator)});
  if (block == nullptr && bytes != 0) {
    gomp::bad_call("GOMP_alloc", __builtin_return_address(0), "no memory for the variables of an allocate clause");
  }
  return block;
}

void HEDDLE_GOMP_EXPORT(GOMP_free)(void* block, AllocatorHandle) { omp::release(block); }

AllocatorHandle HEDDLE_GOMP_EXPORT(omp_init_allocator)(std::uintptr_t space, int count, const omp::Trait* traits) {
  return init_allocator(space, count, traits);
}
AllocatorHandle HEDDLE_GOMP_EXPORT(omp_init_allocator_)(const std::int64_t* space, const std::int32_t* count,
                                                        const omp::Trait* traits) {
  return init_allocator(static_cast<std::uintptr_t>(*space), *count, traits);
}
AllocatorHandle HEDDLE_GOMP_EXPORT(omp_init_allocator_8_)(const std::int64_t* space, const std::int64_t* count,
                                                          const omp::Trait* traits) {
  return init_allocator(static_cast<std::uintptr_t>(*space), *count, traits);
}

void HEDDLE_GOMP_EXPORT(omp_destroy_allocator)(AllocatorHandle allocator) { omp::destroy_allocator(allocator); }
void HEDDLE_GOMP_EXPORT(omp_destroy_allocator_)(const std::int64_t* allocator) {
  omp::destroy_allocator(static_cast<AllocatorHandle>(*allocator));
}

void HEDDLE_GOMP_EXPORT(omp_set_default_allocator)(AllocatorHandle allocator) {
  if (allocator == omp::k_null_allocator) allocator = omp::k_default_mem_alloc;
  omp::writable_icv(runtime::current()).def_allocator = allocator;
}
void HEDDLE_GOMP_EXPORT(omp_set_default_allocator_)(const std::int64_t* allocator) {
  heddle_omp_set_default_allocator(static_cast<AllocatorHandle>(*allocator));
}

AllocatorHandle HEDDLE_GOMP_EXPORT(omp_get_default_allocator)() { return omp::icv(runtime::current()).def_allocator; }
AllocatorHandle HEDDLE_GOMP_EXPORT(omp_get_default_allocator_)() HEDDLE_GOMP_ALIAS(omp_get_default_allocator);

}  // extern "C"
