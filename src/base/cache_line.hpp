// The size of a cache line, for layouts that keep two cores from fighting over one.
#pragma once

#include <cstddef>

namespace heddle::base {

inline constexpr std::size_t k_line_bytes =
    64;  // x86-64 and most AArch64; std::hardware_destructive_interference_size warns in GCC 12

/// Always inline, and so must be its callers that do nothing else: GCC takes a function that only prefetches for one
/// without effect, and drops the call. Asks for the lines of `bytes` at `memory` in a state that can be written;
/// returns at once, whatever the address.
[[gnu::always_inline]] inline void own_soon(const void* memory, std::size_t bytes) noexcept {
  const char* const begin = static_cast<const char*>(memory);
  for (std::size_t offset = 0; offset < bytes; offset += k_line_bytes) __builtin_prefetch(begin + offset, 1);
}

/// The same for one line that is only read.
[[gnu::always_inline]] inline void read_soon(const void* memory) noexcept { __builtin_prefetch(memory, 0); }

}  // namespace heddle::base
