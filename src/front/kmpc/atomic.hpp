// Atomic updates of any type: by compare and exchange where the processor can, else under the lock of wide atomics.
//
// Compilers for LLVM's interface call these for what they do not write out themselves. Any thread.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "omp/locks.hpp"

namespace heddle::kmpc {

enum class CaptureValue : std::uint8_t { before, after };

template <std::size_t bytes>
using BitsOf = std::conditional_t<
    bytes == 1, std::uint8_t,
    std::conditional_t<bytes == 2, std::uint16_t, std::conditional_t<bytes == 4, std::uint32_t, std::uint64_t>>>;

template <class To, class From>
To bits_as(const From& from) noexcept {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// Replaces `*place` by `change(*place)`. @returns what was wanted
template <class T, class Change>
T update(T* place, CaptureValue wanted, Change change) noexcept HEDDLE_NO_THREAD_SAFETY_ANALYSIS {
  if constexpr (sizeof(T) <= sizeof(std::uint64_t)) {
    using Bits = BitsOf<sizeof(T)>;
    auto* word = reinterpret_cast<Bits*>(place);
    Bits before = __atomic_load_n(word, __ATOMIC_SEQ_CST);
    for (;;) {
      const T old = bits_as<T>(before);
      const T now = change(old);
      if (__atomic_compare_exchange_n(word, &before, bits_as<Bits>(now), false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
        return wanted == CaptureValue::after ? now : old;
    }
  } else {
    omp::wide_atomic.mutex.lock();
    const T old = *place;
    const T now = change(old);
    *place = now;
    omp::wide_atomic.mutex.unlock();
    return wanted == CaptureValue::after ? now : old;
  }
}

inline CaptureValue wanted_by(std::int32_t after) noexcept {
  return after != 0 ? CaptureValue::after : CaptureValue::before;
}

// The operations by the names they have in the interface.
inline constexpr auto k_add = [](auto a, auto b) { return a + b; };
inline constexpr auto k_sub = [](auto a, auto b) { return a - b; };
inline constexpr auto k_mul = [](auto a, auto b) { return a * b; };
inline constexpr auto k_div = [](auto a, auto b) { return a / b; };
inline constexpr auto k_andb = [](auto a, auto b) { return a & b; };
inline constexpr auto k_orb = [](auto a, auto b) { return a | b; };
inline constexpr auto k_xor = [](auto a, auto b) { return a ^ b; };
inline constexpr auto k_neqv = k_xor;
inline constexpr auto k_eqv = [](auto a, auto b) { return ~(a ^ b); };
inline constexpr auto k_shl = [](auto a, auto b) { return a << b; };
inline constexpr auto k_shr = [](auto a, auto b) { return a >> b; };
inline constexpr auto k_andl = [](auto a, auto b) { return a && b; };
inline constexpr auto k_orl = [](auto a, auto b) { return a || b; };
inline constexpr auto k_max = [](auto a, auto b) { return a < b ? b : a; };
inline constexpr auto k_min = [](auto a, auto b) { return b < a ? b : a; };

/// x = x op value, or x = value op x.
template <class T, class Operand, class Operation>
T apply(T* place, Operand value, CaptureValue wanted, Operation operation) noexcept {
  return update(place, wanted, [&](T x) { return static_cast<T>(operation(x, value)); });
}
template <class T, class Operation>
T apply_reversed(T* place, T value, CaptureValue wanted, Operation operation) noexcept {
  return update(place, wanted, [&](T x) { return static_cast<T>(operation(value, x)); });
}

}  // namespace heddle::kmpc
