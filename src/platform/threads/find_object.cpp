#include "platform/threads/find_object.hpp"

#if HEDDLE_HAS_FIND_OBJECT

#include <link.h>

#include <atomic>
#include <cstdint>

namespace heddle::platform {

namespace {

struct Search {
  std::uintptr_t address;
  dl_find_object* found;
};

/// The object's mapping, from the page of its first segment to the end of its last; 0: go on with the next.
int look_into(dl_phdr_info* object, std::size_t, void* data) noexcept {
  const auto& [address, found] = *static_cast<Search*>(data);
  std::uintptr_t begin = UINTPTR_MAX;
  std::uintptr_t end = 0;
  std::uintptr_t frames = 0;
  bool here = false;
  for (const ElfW(Phdr)* header = object->dlpi_phdr; header != object->dlpi_phdr + object->dlpi_phnum; ++header) {
    const std::uintptr_t from = object->dlpi_addr + header->p_vaddr;
    if (header->p_type == PT_GNU_EH_FRAME) frames = from;
    if (header->p_type != PT_LOAD) continue;
    const std::uintptr_t page = header->p_align > 1 ? from & ~(header->p_align - 1) : from;
    begin = page < begin ? page : begin;
    end = from + header->p_memsz > end ? from + header->p_memsz : end;
    here = here || (address >= from && address - from < header->p_memsz);
  }
  if (!here) return 0;
  *found = {};
  found->dlfo_map_start = reinterpret_cast<void*>(begin);
  found->dlfo_map_end = reinterpret_cast<void*>(end);
  found->dlfo_eh_frame = reinterpret_cast<void*>(frames);
  return 1;
}

using Find = int (*)(void*, dl_find_object*);

constinit std::atomic<Find> g_find{nullptr};

/// dlvsym waits for the loader's lock, which whoever loads a library holds while its constructors run: done before
/// there are exceptions, so that none waits for a constructor that may wait for its thread.
[[gnu::constructor]] void know_at_load() noexcept {
  auto find = reinterpret_cast<Find>(::dlvsym(RTLD_DEFAULT, "_dl_find_object", "GLIBC_2.35"));
  if (find == nullptr) find = &find_object_by_headers;
  // order: relaxed — every thread that looks finds the same function, and no data hangs on it.
  g_find.store(find, std::memory_order_relaxed);
}

}  // namespace

bool knows_find_object() noexcept {
  // order: relaxed — as above.
  return g_find.load(std::memory_order_relaxed) != nullptr;
}

int find_object_by_headers(void* address, dl_find_object* found) noexcept {
  Search search{reinterpret_cast<std::uintptr_t>(address), found};
  return dl_iterate_phdr(&look_into, &search) == 1 ? 0 : -1;
}

}  // namespace heddle::platform

// Not exported: the unwinder in the same library finds it, nobody else.
extern "C" [[gnu::visibility("hidden")]] int _dl_find_object(void* address, dl_find_object* found) noexcept {
  using namespace heddle::platform;
  if (!knows_find_object()) know_at_load();  // an exception in a constructor that came before
  // order: relaxed — as in know_at_load().
  return g_find.load(std::memory_order_relaxed)(address, found);
}

#endif
