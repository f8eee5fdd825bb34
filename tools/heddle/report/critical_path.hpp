// The critical path of a recorded run: the longest chain of what had to come one after the other, by creation,
// dependences, waits and barriers, each task taking the time that it took. With its loops shared out as they were, no
// number of workers could have ended the run sooner.
//
// Of threads of the program that open regions at the same time, none is taken to wait for another one's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/heddle/trace/edges.hpp"
#include "tools/heddle/trace/history.hpp"

namespace heddle::tools {

/// A task's own time on the path, or the program's own between regions.
struct PathPart {
  std::size_t task = k_none;  // k_none: between parallel regions
  std::uint64_t ns = 0;
};

struct CriticalPath {
  std::uint64_t ns = 0;
  std::vector<PathPart> parts;  // from the beginning to the end
};

CriticalPath critical_path_of(const History& history, const std::vector<Dependence>& dependences);

}  // namespace heddle::tools
