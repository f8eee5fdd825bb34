// Linking: from what tasks access to which task waits for which, by the rules of the dynamic managers (graph/README.md,
// "Who waits for whom"), for one run of a plan or for runs that follow each other without a barrier.
//
// Departures from the dynamic rules: the members of a mutexinoutset set run in the order of the description, which is
// one of the orders that it allows, so that a plan needs no locks.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "dependence/plan/description.hpp"
#include "dependence/plan/lists.hpp"

namespace heddle::plans {

enum class Laps : std::uint8_t { one, many };

/// The frozen graph. Nodes are numbered so that predecessors of the same lap come first.
struct Graph {
  std::vector<TaskIndex>
      task_of;  // of each node; k_none: a join, which stands between two sets of tasks and does nothing
  std::vector<std::uint32_t> node_of;  // of each task
  Lists before;                        // the predecessors of each node, in the same lap
  Lists before_in_last_lap;            // those of the lap before; no lists when the graph is for one lap

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(task_of.size()); }
  bool many_laps() const noexcept { return before_in_last_lap.count() != 0; }
};

/// @returns the graph, or Code::... with the names of tasks that wait for each other in a circle
base::Result<Graph> link(const Description& description, Laps laps);

}  // namespace heddle::plans
