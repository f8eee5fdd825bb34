// What interop objects answer where there is no foreign runtime to speak to (OpenMP 6.0, section 26; 5.2,
// section 18.12).
//
// Every object is omp_interop_none: the host has no foreign runtime. So a property is known by its name, has no value,
// and the result says that the object is empty. Any thread.
#pragma once

#include <cstdint>

namespace heddle::omp {

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
