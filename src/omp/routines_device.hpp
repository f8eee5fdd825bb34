// The device routines of omp.h (OpenMP 5.2, 18.7 and 18.8), on the host; omp_pause_resource. Any thread.
#pragma once

#include <cstddef>

#include "omp/device.hpp"

namespace heddle::omp {

constexpr bool is_host(int device) noexcept { return device == k_host_device; }

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
