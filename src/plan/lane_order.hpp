// LaneOrder: in which order workers come to the nodes that a placement gives them.
//
// Level by level, those first that other workers wait for: what they have done is on its way while the rest of the
// level is run. Or, where a level's data outgrow a cache or hardly anybody waits for another worker, in depth: who has
// just made a node ready goes on with it, while its data are warm (the order in which Blumofe and Leiserson's workers
// run, "Scheduling multithreaded computations by work stealing", JACM 1999, and for the same reason).
//
// Both are topological orders of the whole graph; a lane is a part of one.
#pragma once

#include <cstdint>

#include "plan/link.hpp"

namespace heddle::plans {

/// About what a task touches: what it says, and what it and its step take themselves. From some tasks all over the
/// plan.
std::uint64_t mean_task_bytes(const Description& description);

/// All nodes, level by level; those of a level as they are numbered.
Numbers sorted_by_level(const Graph& graph, InArena<std::uint32_t> where);

/// All nodes; each worker comes to its own in this order. `worker_of` each node, less than `workers`.
Numbers lane_order(const Graph& graph, const Description& description, const Numbers& worker_of, std::uint32_t workers);

}  // namespace heddle::plans
