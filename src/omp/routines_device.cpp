#include "omp/routines_device.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "runtime/current.hpp"

namespace heddle::omp {

int pause_resource(int device) noexcept {
  return is_host(device) && runtime::current().member->team->level == 0 ? 0 : -1;
}

void* target_alloc(std::size_t bytes, int device) noexcept { return is_host(device) ? std::malloc(bytes) : nullptr; }

void target_free(void* memory, int device) noexcept {
  if (is_host(device)) std::free(memory);
}

bool target_is_present(const void* address, int device) noexcept { return address == nullptr || is_host(device); }

bool target_is_accessible(const void* address, std::size_t bytes, int device) noexcept {
  return is_host(device) && address != nullptr && bytes != 0;
}

void* mapped_pointer(const void* address, int device) noexcept {
  return is_host(device) ? const_cast<void*>(address) : nullptr;
}

void* target_fill(void* memory, int value, std::size_t bytes, int device) noexcept {
  if (!is_host(device)) return nullptr;
  if (bytes != 0) std::memset(memory, value, bytes);
  return memory;
}

int device_from_uid(std::string_view uid) noexcept { return uid == k_host_uid ? k_initial_device : k_invalid_device; }

int target_associate() noexcept { return EINVAL; }

int target_copy(void* to, const void* from, std::size_t bytes) noexcept {
  if (bytes != 0) std::memcpy(to, from, bytes);
  return 0;
}

int target_copy(const RectangleSide& to, const RectangleSide& from, const Rectangle& what) noexcept {
  return what.dimensions >= 1 && copy_rectangle(to, from, what) ? 0 : EINVAL;
}

}  // namespace heddle::omp
