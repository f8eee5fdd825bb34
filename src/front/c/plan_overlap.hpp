// Whether a task of a plan writes bytes by two of its accesses: nobody could say then what it does first.
#pragma once

#include <cstddef>
#include <span>

#include "graph/range_map.hpp"
#include "heddle/access.h"

namespace heddle::plans {

/// A range without bytes, as of a chunk beyond an array's end, meets its like alone. So this is not graph::overlap() of
/// what accesses name, for which an unknown length is one byte.
inline bool meet(const heddle_access& one, const heddle_access& other) noexcept {
  if (one.bytes == 0 || other.bytes == 0) return one.address == other.address && one.bytes == other.bytes;
  return graph::overlap(graph::range_of(one.address, one.bytes), graph::range_of(other.address, other.bytes));
}

[[gnu::cold, gnu::noinline]] inline bool writes_overlap(std::span<const heddle_access> accesses) noexcept {
  for (std::size_t one = 0; one < accesses.size(); ++one) {
    for (std::size_t other = 0; other < one; ++other) {
      const bool write = accesses[one].mode != HEDDLE_IN && accesses[other].mode != HEDDLE_IN;
      if (write && meet(accesses[one], accesses[other])) return true;
    }
  }
  return false;
}

}  // namespace heddle::plans
