// The host as the only device: target regions, the memory routines of devices (OpenMP 5.2, chapters 13 and 18.8), and
// interop objects.
//
// Device numbers: 0 is the host, which is also the initial device; there is no other. Data are shared with it, so
// mapping them moves nothing. Any thread.
#pragma once

#include <cstddef>
#include <cstdint>

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

// -- What interop objects answer where there is no foreign runtime to speak to (OpenMP 6.0, section 26; 5.2,
// section 18.12).
//
// Every object is omp_interop_none: the host has no foreign runtime. So a property is known by its name, has no value,
// and the result says that the object is empty. Any thread.

inline constexpr std::uintptr_t k_interop_none = 0;

/// omp_interop_rc_t, as omp.h of GCC 16 and of LLVM 19 have it.
enum class InteropResult : int {
  no_value = 1,
  success = 0,
  empty = -1,
  out_of_range = -2,
  is_int = -3,
  is_ptr = -4,
  is_str = -5,
  other = -6
};

/// What asking any object for `property` (omp_ipr_*: -1 to -9) comes to: empty, or out_of_range.
InteropResult interop_result(int property) noexcept;

/// "fr_id", "vendor", ...; null for what is no property.
const char* interop_property_name(int property) noexcept;

/// A sentence for a result; null for what is none.
const char* interop_result_meaning(int result) noexcept;

}  // namespace heddle::omp
