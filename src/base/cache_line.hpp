// The size of a cache line, for layouts that keep two cores from fighting over one.
#pragma once

#include <cstddef>

namespace heddle::base {

inline constexpr std::size_t k_line_bytes =
    64;  // x86-64 and most AArch64; std::hardware_destructive_interference_size warns in GCC 12

}  // namespace heddle::base
