// Whether a task of a plan writes bytes by two of its accesses: nobody could say then what it does first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "heddle/access.h"

namespace heddle::plans {

/// A range without bytes, as of a chunk beyond an array's end, meets its like alone.
inline bool overlap(const heddle_access& one, const heddle_access& other) noexcept {
  const auto low = reinterpret_cast<std::uintptr_t>(one.address);
  const auto high = reinterpret_cast<std::uintptr_t>(other.address);
  if (high < low) return overlap(other, one);
  if (low == high) return (one.bytes == 0) == (other.bytes == 0);
  return other.bytes != 0 && high - low < one.bytes;
}

[[gnu::cold, gnu::noinline]] inline bool writes_overlap(std::span<const heddle_access> accesses) noexcept {
  for (std::size_t one = 0; one < accesses.size(); ++one) {
    for (std::size_t other = 0; other < one; ++other) {
      const bool write = accesses[one].mode != HEDDLE_IN && accesses[other].mode != HEDDLE_IN;
      if (write && overlap(accesses[one], accesses[other])) return true;
    }
  }
  return false;
}

}  // namespace heddle::plans
