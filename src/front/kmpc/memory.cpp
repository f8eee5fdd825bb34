// __kmpc_alloc and its kin, and kmp_malloc and its: allocators as directives and Intel's programs use them.
#include <cerrno>
#include <cstdlib>

#include "front/kmpc/abi.hpp"
#include "front/kmpc/export.hpp"
#include "omp/routines.hpp"

using namespace heddle;
using heddle::kmpc::ThreadNumber;
using heddle::omp::AllocatorHandle;
using heddle::omp::Trait;

extern "C" {

void* HEDDLE_KMPC_EXPORT(__kmpc_alloc)(ThreadNumber, std::size_t bytes, AllocatorHandle allocator) {
  return omp::routine_alloc(bytes, 1, allocator);
}
void* HEDDLE_KMPC_EXPORT(__kmpc_aligned_alloc)(ThreadNumber, std::size_t alignment, std::size_t bytes,
                                               AllocatorHandle allocator) {
  return omp::routine_alloc(bytes, alignment, allocator);
}
void* HEDDLE_KMPC_EXPORT(__kmpc_calloc)(ThreadNumber, std::size_t count, std::size_t size, AllocatorHandle allocator) {
  return omp::routine_calloc({count, size}, 1, allocator);
}
void* HEDDLE_KMPC_EXPORT(__kmpc_realloc)(ThreadNumber, void* block, std::size_t bytes, AllocatorHandle allocator,
                                         AllocatorHandle /*of_block*/) {
  return omp::routine_realloc(block, bytes, allocator);
}
void HEDDLE_KMPC_EXPORT(__kmpc_free)(ThreadNumber, void* block, AllocatorHandle /*allocator*/) { omp::release(block); }
AllocatorHandle HEDDLE_KMPC_EXPORT(__kmpc_init_allocator)(ThreadNumber, std::uintptr_t space, int count,
                                                          const Trait* traits) {
  return omp::init_allocator(space, count, traits);
}
void HEDDLE_KMPC_EXPORT(__kmpc_destroy_allocator)(ThreadNumber, AllocatorHandle allocator) {
  omp::destroy_allocator(allocator);
}
void HEDDLE_KMPC_EXPORT(__kmpc_set_default_allocator)(ThreadNumber, AllocatorHandle allocator) {
  omp::set_default_allocator(allocator);
}
AllocatorHandle HEDDLE_KMPC_EXPORT(__kmpc_get_default_allocator)(ThreadNumber) { return omp::default_allocator(); }

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
