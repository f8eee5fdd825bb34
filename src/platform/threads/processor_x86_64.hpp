// x86-64; see processor.hpp.
#pragma once

#include <cstdint>

namespace heddle::platform::processor {

// The builtin: <immintrin.h>, which calls it _mm_pause, would be a quarter of the time to compile most files.
inline void pause() noexcept { __builtin_ia32_pause(); }

/// The time stamp counter counts at the processor's nominal 1 to 4 GHz.
inline std::uint64_t rough_ns() noexcept { return __builtin_ia32_rdtsc() / 2; }

}  // namespace heddle::platform::processor
