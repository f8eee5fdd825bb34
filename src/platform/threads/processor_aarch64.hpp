// AArch64; see processor.hpp.
#pragma once

#include <bit>
#include <cstdint>

namespace heddle::platform::processor {

/// An instruction barrier: YIELD takes no time on cores without hardware threads. How long it takes on which core was
/// not measured.
inline void pause() noexcept { asm volatile("isb" ::: "memory"); }

/// The generic timer's virtual count, which Linux lets programs read (Arm ARM, CNTVCT_EL0, CNTFRQ_EL0). A tick is taken
/// for the power of two of nanoseconds below its length: 32 for the 40 of 25 MHz.
inline std::uint64_t rough_ns() noexcept {
  constexpr std::uint64_t k_second_ns = 1'000'000'000;
  std::uint64_t ticks = 0;
  std::uint64_t frequency = 0;
  asm volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  asm("mrs %0, cntfrq_el0" : "=r"(frequency));
  if (frequency == 0 || frequency > k_second_ns) return ticks;
  return ticks << (std::bit_width(k_second_ns / frequency) - 1);
}

}  // namespace heddle::platform::processor
