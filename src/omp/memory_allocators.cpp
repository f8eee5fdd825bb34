// Blocks: a header, then the program's memory. Allocators: traits, pools, fallbacks.
#include "omp/memory_allocators.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <new>

#include "base/message.hpp"
#include "base/trust.hpp"

namespace heddle::omp {
namespace {

// -- Memory of high bandwidth: libmemkind.so.0 and its kind of that name.

using MemkindHandle = void*;

struct Memkind {
  void* (*allocate)(MemkindHandle, std::size_t) = nullptr;
  void (*release)(MemkindHandle, void*) = nullptr;
  MemkindHandle high_bandwidth = nullptr;  // null: none on this machine
};

Memkind memkind;
pthread_once_t looked = PTHREAD_ONCE_INIT;

template <class Function>
Function find(void* library, const char* name) noexcept {
  return reinterpret_cast<Function>(dlsym(library, name));
}

void look() noexcept {
  // It obeys variables of its own, and loads libraries in its turn.
  if (base::caller_trust() == base::Trust::none) return;
  void* library = dlopen("libmemkind.so.0", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) return;
  memkind.allocate = find<void* (*)(MemkindHandle, std::size_t)>(library, "memkind_malloc");
  memkind.release = find<void (*)(MemkindHandle, void*)>(library, "memkind_free");
  const auto check = find<int (*)(MemkindHandle)>(library, "memkind_check_available");
  const auto kind = find<MemkindHandle*>(library, "MEMKIND_HBW");
  if (memkind.allocate == nullptr || memkind.release == nullptr || check == nullptr || kind == nullptr) return;
  if (check(*kind) == 0) memkind.high_bandwidth = *kind;
}

/// Whether there is memory of high bandwidth that can be asked for.
bool high_bandwidth_available() noexcept {
  pthread_once(&looked, look);
  return memkind.high_bandwidth != nullptr;
}

/// Memory for any type, or null. Only where high_bandwidth_available().
void* high_bandwidth_allocate(std::size_t bytes) noexcept { return memkind.allocate(memkind.high_bandwidth, bytes); }
void high_bandwidth_free(void* memory) noexcept { memkind.release(memkind.high_bandwidth, memory); }

// -- Blocks and allocators.

/// In front of every block. As long as two of malloc's alignments, so that the common block needs no rounding.
struct alignas(16) Header {
  void* start;        // what the system gave
  std::size_t bytes;  // what the program asked for
  Allocator* pool;    // where they are counted; null: nowhere
  AllocatorHandle allocator : 63;
  AllocatorHandle high_bandwidth : 1;
};
static_assert(sizeof(Header) == 32);

constexpr std::size_t k_plain_alignment = 16;  // what malloc gives
constexpr int k_most_fallbacks = 64;           // allocators that fall back to each other in a circle end here

Header& header_of(void* block) noexcept { return static_cast<Header*>(block)[-1]; }

Allocator* custom(AllocatorHandle handle) noexcept {
  return handle > k_last_predefined ? reinterpret_cast<Allocator*>(handle) : nullptr;
}

/// The allocator, where its blocks must be counted.
Allocator* pool_of(AllocatorHandle handle) noexcept {
  Allocator* allocator = custom(handle);
  return allocator != nullptr && allocator->pool_bytes != SIZE_MAX ? allocator : nullptr;
}

bool is_high_bandwidth(AllocatorHandle handle) noexcept {
  const Allocator* allocator = custom(handle);
  const bool wanted = allocator == nullptr ? handle == k_high_bw_mem_alloc : allocator->space == MemorySpace::high_bw;
  return wanted && high_bandwidth_available();
}

// order: relaxed (all) — a count; the memory it stands for is ordered by malloc and free.
bool charge(Allocator* pool, std::size_t bytes) noexcept {
  if (pool == nullptr) return true;
  std::size_t used = pool->used.load(std::memory_order::relaxed);
  do {
    if (bytes > pool->pool_bytes - used) return false;
    // order: relaxed — as above.
  } while (!pool->used.compare_exchange_weak(used, used + bytes, std::memory_order::relaxed));
  return true;
}

/// What a block takes from its pool: libomp counts its own notes on a block, too, so that two halves do not fit.
std::size_t pool_share(const Allocator& pool, std::size_t bytes) noexcept {
  return pool.dialect == Dialect::llvm ? bytes + sizeof(Header) : bytes;
}

void discharge(Allocator* pool, std::size_t bytes) noexcept {
  if (pool == nullptr) return;
  // order: relaxed — as in charge().
  pool->used.fetch_sub(pool_share(*pool, bytes), std::memory_order::relaxed);
}

void* from_system(std::size_t bytes, bool high_bandwidth, MemoryRequest::Content content) noexcept {
  if (!high_bandwidth) return content == MemoryRequest::Content::zero ? std::calloc(1, bytes) : std::malloc(bytes);
  void* memory = high_bandwidth_allocate(bytes);
  if (memory != nullptr && content == MemoryRequest::Content::zero) std::memset(memory, 0, bytes);
  return memory;
}

/// One attempt, without fallback.
void* try_allocate(const MemoryRequest& request) noexcept {
  const Allocator* allocator = custom(request.allocator);
  Allocator* pool = pool_of(request.allocator);
  const std::size_t alignment = std::max(request.alignment, allocator == nullptr ? 1 : allocator->alignment);
  const std::size_t slack = alignment > k_plain_alignment ? alignment - k_plain_alignment : 0;
  std::size_t total = 0;
  if (__builtin_add_overflow(request.bytes, sizeof(Header) + slack, &total)) return nullptr;
  if (pool != nullptr && !charge(pool, pool_share(*pool, request.bytes))) return nullptr;
  const bool high_bandwidth = is_high_bandwidth(request.allocator);
  void* start = from_system(total, high_bandwidth, request.content);
  if (start == nullptr) {
    discharge(pool, request.bytes);
    return nullptr;
  }
  const std::uintptr_t first = reinterpret_cast<std::uintptr_t>(start) + sizeof(Header);
  void* block = reinterpret_cast<void*>((first + alignment - 1) & ~(alignment - 1));
  header_of(block) = {start, request.bytes, pool, request.allocator, high_bandwidth};
  return block;
}

bool apply(Allocator& allocator, const Trait& trait) noexcept {
  const std::uintptr_t value = trait.value;
  const bool defaulted = value == UINTPTR_MAX;  // omp_atv_default
  const auto between = [&](std::uintptr_t low, std::uintptr_t high) {
    return defaulted || (value >= low && value <= high);
  };
  switch (trait.key) {
    case TraitKey::sync_hint:
      return between(3, 6);  // contended ... private: malloc serves all of them
    case TraitKey::access:
      return between(7, 10);  // all ... cgroup: all memory of the host can be accessed by all
    case TraitKey::partition:
      return between(15, 18);  // environment ... interleaved: pages come from who touches first
    case TraitKey::pinned:
      return defaulted || value == 0;
    case TraitKey::pool_size:
      allocator.pool_bytes = value;
      return true;
    case TraitKey::fallback_data:
      allocator.fallback_data = value;
      return true;
    case TraitKey::alignment:
      if (!defaulted) allocator.alignment = value;
      return defaulted || std::has_single_bit(value);
    case TraitKey::fallback:
      if (!defaulted) allocator.fallback = static_cast<Fallback>(value);
      return between(11, 14);
  }
  return false;
}

}  // namespace

AllocatorHandle make_allocator(MemorySpace space, std::span<const Trait> traits, Dialect dialect) noexcept {
  if (space > MemorySpace::low_lat) return k_null_allocator;
  if (space == MemorySpace::high_bw && !high_bandwidth_available()) return k_null_allocator;
  auto* allocator = new (std::nothrow) Allocator;
  if (allocator == nullptr) return k_null_allocator;
  allocator->space = space;
  allocator->dialect = dialect;
  for (const Trait& trait : traits) {
    if (apply(*allocator, trait)) continue;
    delete allocator;
    return k_null_allocator;
  }
  return reinterpret_cast<AllocatorHandle>(allocator);
}

void destroy_allocator(AllocatorHandle handle) noexcept { delete custom(handle); }

void* allocate(const MemoryRequest& request) noexcept {
  if (request.bytes == 0 || !std::has_single_bit(request.alignment)) return nullptr;
  MemoryRequest attempt = request;
  for (int round = 0; round < k_most_fallbacks; ++round) {
    if (void* block = try_allocate(attempt)) return block;
    const Allocator* allocator = custom(attempt.allocator);
    if (allocator == nullptr || allocator->fallback == Fallback::null) return nullptr;
    if (allocator->fallback == Fallback::abort) {
      base::fatal({"an allocator with the trait omp_atv_abort_fb has no memory left"});
    }
    attempt.alignment = std::max(attempt.alignment, allocator->alignment);
    const bool named = allocator->fallback == Fallback::allocator && allocator->fallback_data != k_null_allocator;
    attempt.allocator = named ? allocator->fallback_data : k_default_mem_alloc;
  }
  return nullptr;
}

void* reallocate(void* block, std::size_t bytes, AllocatorHandle allocator) noexcept {
  const Header old = header_of(block);
  const AllocatorHandle owner = old.allocator;
  const MemoryRequest request{bytes, 1, allocator == k_null_allocator ? owner : allocator};
  // Room for the larger size only: in a pool, the old and the new block need not both fit.
  const bool same = request.allocator == owner && old.pool != nullptr;
  if (same) discharge(old.pool, old.bytes);
  void* moved = allocate(request);
  if (same && moved == nullptr) {
    // order: relaxed — as in charge(); the old block stays, so it counts again.
    old.pool->used.fetch_add(pool_share(*old.pool, old.bytes), std::memory_order::relaxed);
  }
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, block, std::min(bytes, old.bytes));
  if (same) header_of(block).pool = nullptr;  // it has been taken out of the count already
  release(block);
  return moved;
}

void release(void* block) noexcept {
  if (block == nullptr) return;
  const Header header = header_of(block);
  discharge(header.pool, header.bytes);
  if (header.high_bandwidth) return high_bandwidth_free(header.start);
  std::free(header.start);
}

}  // namespace heddle::omp
