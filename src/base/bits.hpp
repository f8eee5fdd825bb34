// Small arithmetic on powers of two, shared by queues, slabs and hash tables.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace heddle::base {

/// @param alignment  a power of two  @returns the least multiple of `alignment` that is at least `value`
constexpr std::size_t round_up(std::size_t value, std::size_t alignment) noexcept {
  return (value + alignment - 1) & ~(alignment - 1);
}

/// @returns ceil(numerator / denominator), also where the sum of both would overflow
template <class Number>
constexpr Number divide_up(Number numerator, Number denominator) noexcept {
  return numerator / denominator + (numerator % denominator != 0 ? Number{1} : Number{0});
}

/// Spreads the bits of a pointer or counter over a 64-bit word, so that its high bits may index a table.
constexpr std::uint64_t mix_bits(std::uint64_t value) noexcept {
  value ^= value >> 32;
  value *= 0x9e3779b97f4a7c15u;  // 2^64 divided by the golden ratio (Knuth, TAOCP 3, 6.4: Fibonacci hashing)
  return value ^ (value >> 29);
}

}  // namespace heddle::base
