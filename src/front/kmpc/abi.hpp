// The types that Clang's calls pass about (found in its output): who calls, and from where; what signatures.txt names.
//
// A thread's number in this interface is its worker's; functions are called by the thread whose number they are given,
// so all of them look for their own worker instead.
#pragma once

#include <sched.h>

#include <cstddef>
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

/// A task as the compiler knows it (task_block.hpp), and its code.
struct CompilersTask;
using TaskCode = std::int32_t (*)(ThreadNumber, CompilersTask*);

/// One item of a depend clause (depend.hpp).
struct Dependence;

/// One loop of a collapsed nest (collapsed_nest.hpp); of a doacross nest, bounds included: kmp_dim.
struct NestedLoop;
struct NestDimension {
  std::int64_t lower;
  std::int64_t upper;
  std::int64_t step;
};

/// A critical section's memory, or that of a reduction: kmp_critical_name, zeroed. All object files with the name share
/// it.
using SectionWords = std::int32_t[8];

/// kmp_taskred_input_t.
struct ReducedInput {
  void* shared;
  void* original;
  std::size_t bytes;
  void* initialise;
  void* end;
  void* combine;
  std::uint32_t flags;
};

/// kmp_task_red_input_t, before Clang 9: no original, and initialise() takes the copy only.
struct OldReducedInput {
  void* shared;
  std::size_t bytes;
  void* initialise;
  void* end;
  void* combine;
  std::uint32_t flags;
};

/// How the copies of a threadprivate variable come about; the second two, of arrays of so many.
using Construct = void* (*)(void* copy);
using ConstructFrom = void* (*)(void* copy, void* original);
using ConstructMany = void* (*)(void* copy, std::size_t count);
using ConstructManyFrom = void* (*)(void* copy, void* original, std::size_t count);

/// An atomic update by the program's own function.
using Compute = void (*)(void* out, void* x, void* value);

/// Passed and returned as C passes its complex numbers, which std::complex<long double> is not. By a part's bytes.
__extension__ using Complex4 = __complex__ float;
__extension__ using Complex8 = __complex__ double;
__extension__ using Complex10 = __complex__ long double;

/// A kmp_affinity_mask_t points to one of these.
using AffinityMask = cpu_set_t;

}  // namespace heddle::kmpc
