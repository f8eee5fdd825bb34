// Looks for libmemkind.so.0 and its kind "high bandwidth".
#include "omp/high_bandwidth.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include "base/trust.hpp"

namespace heddle::omp {
namespace {

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

}  // namespace

bool high_bandwidth_available() noexcept {
  pthread_once(&looked, look);
  return memkind.high_bandwidth != nullptr;
}

void* high_bandwidth_allocate(std::size_t bytes) noexcept { return memkind.allocate(memkind.high_bandwidth, bytes); }
void high_bandwidth_free(void* memory) noexcept { memkind.release(memkind.high_bandwidth, memory); }

}  // namespace heddle::omp
