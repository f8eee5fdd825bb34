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
#include "plan/description.hpp"
#include "plan/lists.hpp"

namespace heddle::plans {

enum class Laps : std::uint8_t { one, many };

/// The frozen graph. Nodes are numbered so that predecessors of the same lap come first.
struct Graph {
  Graph() : Graph(InArena<std::uint32_t>()) {}
  explicit Graph(InArena<std::uint32_t> where)
      : task_of(where), node_of(where), before(where), before_in_last_lap(where), level(where) {}

  Array<TaskIndex> task_of;    // of each node; k_none: a join, which stands between two sets and does nothing
  Numbers node_of;             // of each task
  Lists before;                // the predecessors of each node, in the same lap
  Lists before_in_last_lap;    // those of the lap before; no lists when the graph is for one lap
  Numbers level;               // of each node: how long the longest path to it is, in the same lap
  std::uint32_t levels = 0;    // how many there are
  bool has_shortcuts = false;  // some node waits for nodes of several levels
  std::uint32_t laps = 1;      // written out one behind the other (unroll.hpp), the nodes of each alike

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(task_of.size()); }
  bool many_laps() const noexcept { return before_in_last_lap.count() != 0; }
};

/// Fills in what a graph says of its levels.
void find_levels(Graph& graph);

/// @param where  the graph is to lie
/// @returns the graph, or Code::... with the names of tasks that wait for each other in a circle
base::Result<Graph> link(const Description& description, Laps laps, InArena<std::uint32_t> where = {});

}  // namespace heddle::plans
