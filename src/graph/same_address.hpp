// A task's accesses with each address once.
#pragma once

#include <algorithm>
#include <vector>

#include "graph/order_rule.hpp"

namespace heddle::graph {

/// Sorts accesses by address, and makes those to one address one. Behind k_all_memory, which comes first, nothing is
/// left: the rest adds nothing.
inline void join_same(std::vector<Access>& accesses) {
  std::sort(accesses.begin(), accesses.end(),
            [](const Access& one, const Access& other) { return one.address < other.address; });
  std::size_t kept = 0;
  for (const Access& access : accesses) {
    if (kept != 0 && accesses[kept - 1].address == access.address) {
      accesses[kept - 1].mode = both(accesses[kept - 1].mode, access.mode);
    } else {
      accesses[kept++] = access;
    }
  }
  if (kept != 0 && accesses.front().address == k_all_memory) kept = 1;
  accesses.resize(kept);
}

}  // namespace heddle::graph
