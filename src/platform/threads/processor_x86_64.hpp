// x86-64; see processor.hpp.
#pragma once

#include <immintrin.h>

#include <cstdint>

namespace heddle::platform::processor {

inline void pause() noexcept { _mm_pause(); }

/// The time stamp counter counts at the processor's nominal 1 to 4 GHz.
inline std::uint64_t rough_ns() noexcept { return __builtin_ia32_rdtsc() / 2; }

}  // namespace heddle::platform::processor
