// __kmpc_alloc and its kin, and kmp_malloc and its: allocators as directives and Intel's programs use them.
#include <cerrno>
#include <cstdlib>

#include "front/kmpc/abi.hpp"
#include "front/kmpc/export.hpp"
#include "omp/memory_allocators.hpp"

using heddle::kmpc::ThreadNumber;
using heddle::omp::AllocatorHandle;
using heddle::omp::Trait;

extern "C" {

// The routines, shared with the other interface.
void* heddle_omp_alloc(std::size_t bytes, AllocatorHandle allocator);
void* heddle_omp_aligned_alloc(std::size_t alignment, std::size_t bytes, AllocatorHandle allocator);
void* heddle_omp_calloc(std::size_t count, std::size_t size, AllocatorHandle allocator);
void* heddle_omp_realloc(void* block, std::size_t bytes, AllocatorHandle allocator, AllocatorHandle of_block);
void heddle_omp_free(void* block, AllocatorHandle allocator);
AllocatorHandle heddle_omp_init_allocator(std::uintptr_t space, int count, const Trait* traits);
void heddle_omp_destroy_allocator(AllocatorHandle allocator);
void heddle_omp_set_default_allocator(AllocatorHandle allocator);
AllocatorHandle heddle_omp_get_default_allocator();

void* HEDDLE_KMPC_EXPORT(__kmpc_alloc)(ThreadNumber, std::size_t bytes, AllocatorHandle allocator) {
  return heddle_omp_alloc(bytes, allocator);
}
void* HEDDLE_KMPC_EXPORT(__kmpc_aligned_alloc)(ThreadNumber, std::size_t alignment, std::size_t bytes,
                                               AllocatorHandle allocator) {
  return heddle_omp_aligned_alloc(alignment, bytes, allocator);
}
void* HEDDLE_KMPC_EXPORT(__kmpc_calloc)(ThreadNumber, std::size_t count, std::size_t size, AllocatorHandle allocator) {
  return heddle_omp_calloc(count, size, allocator);
}
void* HEDDLE_KMPC_EXPORT(__kmpc_realloc)(ThreadNumber, void* block, std::size_t bytes, AllocatorHandle allocator,
                                         AllocatorHandle of_block) {
  return heddle_omp_realloc(block, bytes, allocator, of_block);
}
void HEDDLE_KMPC_EXPORT(__kmpc_free)(ThreadNumber, void* block, AllocatorHandle allocator) {
  heddle_omp_free(block, allocator);
}
AllocatorHandle HEDDLE_KMPC_EXPORT(__kmpc_init_allocator)(ThreadNumber, std::uintptr_t space, int count,
                                                          const Trait* traits) {
  return heddle_omp_init_allocator(space, count, traits);
}
void HEDDLE_KMPC_EXPORT(__kmpc_destroy_allocator)(ThreadNumber, AllocatorHandle allocator) {
  heddle_omp_destroy_allocator(allocator);
}
void HEDDLE_KMPC_EXPORT(__kmpc_set_default_allocator)(ThreadNumber, AllocatorHandle allocator) {
  heddle_omp_set_default_allocator(allocator);
}
AllocatorHandle HEDDLE_KMPC_EXPORT(__kmpc_get_default_allocator)(ThreadNumber) {
  return heddle_omp_get_default_allocator();
}

void* HEDDLE_KMPC_EXPORT(kmp_malloc)(std::size_t bytes) { return std::malloc(bytes); }
void* HEDDLE_KMPC_EXPORT(kmp_malloc_)(const std::size_t* bytes) { return std::malloc(*bytes); }
void* HEDDLE_KMPC_EXPORT(kmp_calloc)(std::size_t count, std::size_t size) { return std::calloc(count, size); }
void* HEDDLE_KMPC_EXPORT(kmp_calloc_)(const std::size_t* count, const std::size_t* size) {
  return std::calloc(*count, *size);
}
void* HEDDLE_KMPC_EXPORT(kmp_realloc)(void* block, std::size_t bytes) { return std::realloc(block, bytes); }
void* HEDDLE_KMPC_EXPORT(kmp_realloc_)(void* const* block, const std::size_t* bytes) {
  return std::realloc(*block, *bytes);
}
void HEDDLE_KMPC_EXPORT(kmp_free)(void* block) { std::free(block); }
void HEDDLE_KMPC_EXPORT(kmp_free_)(void* const* block) { std::free(*block); }

void* HEDDLE_KMPC_EXPORT(kmp_aligned_malloc)(std::size_t bytes, std::size_t alignment) {
  void* block = nullptr;
  const int refused = posix_memalign(&block, alignment < sizeof(void*) ? sizeof(void*) : alignment, bytes);
  if (refused == 0) return block;
  errno = refused;
  return nullptr;
}
void* HEDDLE_KMPC_EXPORT(kmp_aligned_malloc_)(const std::size_t* bytes, const std::size_t* alignment) {
  return heddle_kmp_aligned_malloc(*bytes, *alignment);
}

}  // extern "C"
