// The types that Clang's calls pass about (found in its output): who calls, and from where.
//
// A thread's number in this interface is its worker's; functions are called by the thread whose number they are given,
// so all of them look for their own worker instead.
#pragma once

#include <cstdint>

#include "omp/region.hpp"
#include "runtime/current.hpp"

namespace heddle::kmpc {

/// The compiler's note on a call: ident_t.
struct Ident {
  std::int32_t reserved_1;
  std::int32_t flags;
  std::int32_t reserved_2;
  std::int32_t reserved_3;
  const char* source;  // ";file;function;line;column;;"
};

/// Ident::flags: the reduction may be done by atomics, the compiler has written that code, too.
inline constexpr std::int32_t k_atomic_reduction = 0x10;
/// A static loop stands for sections; for distribute.
inline constexpr std::int32_t k_work_sections = 0x400;
inline constexpr std::int32_t k_work_distribute = 0x800;
/// A barrier that ends a construct.
inline constexpr std::int32_t k_barrier_implicit = 0x40;

using ThreadNumber = std::int32_t;

inline ThreadNumber number_of(const omp::Worker& worker) noexcept { return static_cast<ThreadNumber>(worker.id); }
inline ThreadNumber seat_of(const omp::Worker& worker) noexcept {
  return static_cast<ThreadNumber>(worker.member->seat);
}

/// The code of a parallel region: void (*)(ThreadNumber* number, ThreadNumber* seat, void* captured...)
using Microtask = void (*)(ThreadNumber* number, ThreadNumber* seat, ...);

}  // namespace heddle::kmpc
