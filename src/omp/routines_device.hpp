// The device routines of omp.h (OpenMP 5.2, 18.7 and 18.8), on the host; omp_pause_resource. Any thread.
#pragma once

#include <cstddef>
#include <string_view>

#include "omp/device.hpp"

namespace heddle::omp {

/// Whether a conforming device number means the host: its own, omp_initial_device (5.2) or omp_default_device (6.0).
constexpr bool is_host(int device) noexcept {
  return device == k_host_device || device == k_initial_device || device == k_default_device;
}

/// What names the host for omp_get_uid_from_device.
inline constexpr const char* k_host_uid = "OMP_INITIAL_DEVICE";

/// omp_get_device_from_uid. @returns omp_initial_device, or omp_invalid_device
int device_from_uid(std::string_view uid) noexcept;

/// omp_target_is_accessible: whether `bytes` (more than 0) from `address` on can be read on `device`.
bool target_is_accessible(const void* address, std::size_t bytes, int device) noexcept;

/// omp_get_mapped_ptr: where `address` is on `device`; null where that is nowhere.
void* mapped_pointer(const void* address, int device) noexcept;

/// omp_target_memset. @returns `memory`, or null for a device that is not there
void* target_fill(void* memory, int value, std::size_t bytes, int device) noexcept;

/// omp_pause_resource: sleeping threads hold nothing that a program could miss, so pausing is no work. @returns 0, or
/// -1 inside a region and for another device
int pause_resource(int device) noexcept;

void* target_alloc(std::size_t bytes, int device) noexcept;
void target_free(void* memory, int device) noexcept;
bool target_is_present(const void* address, int device) noexcept;

/// What is at the host is at the device already: nothing can be associated. @returns EINVAL
int target_associate() noexcept;

/// omp_target_memcpy within the host's memory. @returns 0
int target_copy(void* to, const void* from, std::size_t bytes) noexcept;

/// omp_target_memcpy_rect within the host's memory. @returns 0, or EINVAL when a number is wrong
int target_copy(const RectangleSide& to, const RectangleSide& from, const Rectangle& what) noexcept;

}  // namespace heddle::omp
