// The host as the only device: target regions, and the memory routines of devices (OpenMP 5.2, chapters 13 and 18.8).
//
// Device numbers: 0 is the host, which is also the initial device; there is no other. Data are shared with it, so
// mapping them moves nothing. Any thread.
#pragma once

#include <cstddef>

#include "omp/region.hpp"

namespace heddle::omp {

inline constexpr int k_host_device = 0;
inline constexpr int k_initial_device = -1;  // omp_initial_device (OpenMP 5.2)
inline constexpr int k_invalid_device = -4;  // omp_invalid_device, as omp.h of GCC has it
inline constexpr int k_default_device = -5;  // omp_default_device (OpenMP 6.0), as omp.h of GCC has it

struct TargetRegion {
  void (*body)(void*) = nullptr;
  void* data = nullptr;
  unsigned thread_limit = 0;  // 0: as the ICV says
};

/// Runs a target region on the calling thread: as the initial thread of a device would see it, with level 0 and the
/// ICVs of the environment. All tasks made inside are finished at the end.
void run_target(const TargetRegion& region) noexcept;

/// One side of omp_target_memcpy_rect: the array's first element, its extents, and where the volume starts in it.
struct RectangleSide {
  std::byte* data;
  const std::size_t* extents;
  const std::size_t* offsets;
};

/// Copies a volume between two arrays of `dimensions` (at least 1) dimensions of elements of `element` bytes.
/// @returns false when a number of bytes does not fit
struct Rectangle {
  std::size_t element;
  int dimensions;
  const std::size_t* volume;
};
bool copy_rectangle(const RectangleSide& to, const RectangleSide& from, const Rectangle& what) noexcept;

}  // namespace heddle::omp
