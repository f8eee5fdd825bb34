// How the threads' copies of reduction variables come together, in the parts that a tool hears of.
//
// A thread brings its copy; who is told that it is done then only has to meet the others, if the construct has a
// barrier. Called by the front's own calls (reduce.cpp) and by those for watched processes (watched.cpp), each on the
// member's own thread.
#pragma once

#include <cstdint>

#include "front/kmpc/abi.hpp"
#include "omp/reduction.hpp"

namespace heddle::kmpc {

/// What the compiler's code is told to do with its copy.
enum class ReductionMethod : std::int32_t { done = 0, in_section = 1, by_atomics = 2 };

/// What the compiler offers.
struct Offer {
  const Ident* at;
  void* copies;
  omp::CombineCopies combine;
  SectionWords* words;

  bool atomics() const noexcept { return at != nullptr && (at->flags & k_atomic_reduction) != 0; }
};

/// Brings the calling thread's copy. In the section: until the call that ends its part.
ReductionMethod bring_copy(const Offer& offer) noexcept;
/// The barrier of a reduction that has one.
void meet_after_reduction() noexcept;

}  // namespace heddle::kmpc
