#include "region/space.hpp"

#include <dlfcn.h>
#include <sys/mman.h>

#include <cerrno>
#include <initializer_list>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

namespace heddle::region {

namespace {

struct Places {
  std::initializer_list<std::uintptr_t> begins;
  std::size_t most_bytes;
};
constexpr std::initializer_list<std::uintptr_t> k_usual = {0x2000'0000'0000, 0x3000'0000'0000, 0x4000'0000'0000};
constexpr std::initializer_list<std::uintptr_t> k_under_threadsan = {0x20'0000'0000};

// ThreadSanitizer ends a process that asks for memory outside of its own areas. Asked of the process, because programs
// built with it run on a library that is not.
Places places() noexcept {
  if (::dlsym(RTLD_DEFAULT, "__tsan_init") != nullptr) return {k_under_threadsan, std::size_t{256} << 30};
  return {k_usual, k_most_space};
}

void* table(std::size_t bytes) noexcept {
  void* const got = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return got == MAP_FAILED ? nullptr : got;
}

std::size_t power_of_two_below(std::size_t value) noexcept {
  std::size_t power = k_least_space;
  while (power <= value / 2) power *= 2;
  return power;
}

}  // namespace

std::uintptr_t Space::place(unsigned number) noexcept {
  const Places allowed = places();
  return number < allowed.begins.size() ? allowed.begins.begin()[number] : 0;
}

std::size_t Space::most_bytes(std::size_t wanted) noexcept {
  const std::size_t most = places().most_bytes;
  return power_of_two_below(wanted < most ? wanted : most);
}

bool Space::hold(HeldRange range) noexcept {
  const int before = errno;
  void* const wanted = reinterpret_cast<void*>(range.base);  // NOLINT(performance-no-int-to-ptr)
  void* const got =
      ::mmap(wanted, range.bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (got != MAP_FAILED && got != wanted) ::munmap(got, range.bytes);  // an old kernel takes the address for a hint
  errno = before;
  return got == wanted;
}

void Space::let_go(HeldRange range) noexcept {
  ::munmap(reinterpret_cast<void*>(range.base), range.bytes);  // NOLINT(performance-no-int-to-ptr)
}

bool Space::adopt(HeldRange range) noexcept {
  const std::size_t chunk_bytes = range.bytes / k_chunk_bytes * sizeof(RegionChunk);
  const std::size_t slab_bytes = range.bytes / k_slab_bytes * sizeof(RegionSlab);
  void* const chunks = table(chunk_bytes);
  void* const slabs = chunks == nullptr ? nullptr : table(slab_bytes);
  if (slabs == nullptr) {
    if (chunks != nullptr) ::munmap(chunks, chunk_bytes);
    return false;
  }
  base_ = range.base;
  bytes_ = range.bytes;
  chunks_ = static_cast<RegionChunk*>(chunks);
  slabs_ = static_cast<RegionSlab*>(slabs);
  return true;
}

bool Space::reserve(std::size_t wanted) noexcept {
  const int before = errno;
  bool reserved = false;
  for (std::size_t bytes = most_bytes(wanted); bytes >= k_least_space && !reserved; bytes /= 2) {
    for (unsigned number = 0; place(number) != 0 && !reserved; ++number) {
      const HeldRange range{place(number), bytes};
      if (!hold(range)) continue;
      reserved = adopt(range);
      if (!reserved) let_go(range);
    }
  }
  errno = before;
  return reserved;
}

void Space::release() noexcept {
  if (!stands()) return;
  ::munmap(reinterpret_cast<void*>(base_), bytes_);  // NOLINT(performance-no-int-to-ptr)
  ::munmap(chunks_, bytes_ / k_chunk_bytes * sizeof(RegionChunk));
  ::munmap(slabs_, bytes_ / k_slab_bytes * sizeof(RegionSlab));
  *this = Space{};
}

bool Space::open_pages(void* address, std::size_t bytes) noexcept {
  const int before = errno;
  const bool opened = ::mprotect(address, bytes, PROT_READ | PROT_WRITE) == 0;
  errno = before;
  return opened;
}

void Space::give_pages_back(void* address, std::size_t bytes) noexcept {
  const int before = errno;
  (void)::madvise(address, bytes, MADV_DONTNEED);
  errno = before;
}

void Space::close_pages(void* address, std::size_t bytes) noexcept {
  const int before = errno;
  (void)::mprotect(address, bytes, PROT_NONE);
  errno = before;
}

}  // namespace heddle::region
