// omp_alloc and its kin, omp_init_allocator, GOMP_alloc, GOMP_free.
#include <cstdint>
#include <unordered_set>

#include "front/gomp/bad_call.hpp"
#include "front/gomp/export.hpp"
#include "omp/locks.hpp"
#include "omp/routines.hpp"
#include "sync/mutex.hpp"

using namespace heddle;
using omp::AllocatorHandle;

namespace {

omp::SimpleLock allocated_lock;

/// Never destroyed: programs deallocate in destructors, too.
std::unordered_set<void*>& allocated_blocks() HEDDLE_REQUIRES(allocated_lock) {
  static auto* const blocks = new std::unordered_set<void*>;
  return *blocks;
}

}  // namespace

extern "C" {

void* HEDDLE_GOMP_EXPORT(omp_alloc)(std::size_t bytes, AllocatorHandle allocator) {
  return omp::routine_alloc(bytes, 1, allocator);
}

void* HEDDLE_GOMP_EXPORT(omp_aligned_alloc)(std::size_t alignment, std::size_t bytes, AllocatorHandle allocator) {
  return omp::routine_alloc(bytes, alignment, allocator);
}

void* HEDDLE_GOMP_EXPORT(omp_calloc)(std::size_t count, std::size_t size, AllocatorHandle allocator) {
  return omp::routine_calloc({count, size}, 1, allocator);
}

void* HEDDLE_GOMP_EXPORT(omp_aligned_calloc)(std::size_t alignment, std::size_t count, std::size_t size,
                                             AllocatorHandle allocator) {
  return omp::routine_calloc({count, size}, alignment, allocator);
}

void* HEDDLE_GOMP_EXPORT(omp_realloc)(void* block, std::size_t bytes, AllocatorHandle allocator, AllocatorHandle) {
  return omp::routine_realloc(block, bytes, allocator);
}

void HEDDLE_GOMP_EXPORT(omp_free)(void* block, AllocatorHandle) { omp::release(block); }

// The allocate clause: the program cannot see that there was no memory, so it must not go on.
void* HEDDLE_GOMP_EXPORT(GOMP_alloc)(std::size_t alignment, std::size_t bytes, AllocatorHandle allocator) {
  void* block = omp::routine_alloc(bytes, alignment, allocator);
  if (block == nullptr && bytes != 0) {
    gomp::bad_call("GOMP_alloc", __builtin_return_address(0), "no memory for the variables of an allocate clause");
  }
  return block;
}

void HEDDLE_GOMP_EXPORT(GOMP_free)(void* block, AllocatorHandle) { omp::release(block); }

// gfortran's allocators directive: whoever deallocates asks whether a block is omp_alloc's, and it is forgotten then.
void HEDDLE_GOMP_EXPORT(GOMP_add_alloc)(void* block) {
  if (block == nullptr) return;
  const sync::Guard guard(allocated_lock);
  allocated_blocks().insert(block);
}

bool HEDDLE_GOMP_EXPORT(GOMP_is_alloc)(void* block) {
  const sync::Guard guard(allocated_lock);
  return allocated_blocks().erase(block) != 0;
}

AllocatorHandle HEDDLE_GOMP_EXPORT(omp_init_allocator)(std::uintptr_t space, int count, const omp::Trait* traits) {
  return omp::init_allocator(space, count, traits);
}
AllocatorHandle HEDDLE_GOMP_EXPORT(omp_init_allocator_)(const std::int64_t* space, const std::int32_t* count,
                                                        const omp::Trait* traits) {
  return omp::init_allocator(static_cast<std::uintptr_t>(*space), *count, traits);
}
AllocatorHandle HEDDLE_GOMP_EXPORT(omp_init_allocator_8_)(const std::int64_t* space, const std::int64_t* count,
                                                          const omp::Trait* traits) {
  return omp::init_allocator(static_cast<std::uintptr_t>(*space), *count, traits);
}

void HEDDLE_GOMP_EXPORT(omp_destroy_allocator)(AllocatorHandle allocator) { omp::destroy_allocator(allocator); }
void HEDDLE_GOMP_EXPORT(omp_destroy_allocator_)(const std::int64_t* allocator) {
  omp::destroy_allocator(static_cast<AllocatorHandle>(*allocator));
}

void HEDDLE_GOMP_EXPORT(omp_set_default_allocator)(AllocatorHandle allocator) { omp::set_default_allocator(allocator); }
void HEDDLE_GOMP_EXPORT(omp_set_default_allocator_)(const std::int64_t* allocator) {
  omp::set_default_allocator(static_cast<AllocatorHandle>(*allocator));
}

AllocatorHandle HEDDLE_GOMP_EXPORT(omp_get_default_allocator)() { return omp::default_allocator(); }
AllocatorHandle HEDDLE_GOMP_EXPORT(omp_get_default_allocator_)() HEDDLE_GOMP_ALIAS(omp_get_default_allocator);

}  // extern "C"
