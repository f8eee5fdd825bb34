// Placement: which worker runs each task of a plan, and in which order it looks at them (SWITCHES, section 5,
// "scheduling policy").
//
// The orders of all workers are parts of one topological order of the graph. So even a worker that looks at one task at
// a time gets to an end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dependence/plan/link.hpp"

namespace heddle::plans {

enum class Policy : std::uint8_t {
  round_robin,    // the next task to the next worker, as the paper does it
  random,         // anywhere, by a seed
  locality,       // where most of its predecessors ran; each level of the graph is shared out evenly
  critical_path,  // HEFT: the task with the longest path behind it first, where it ends earliest
};

struct Placing {
  std::uint32_t workers = 1;
  Policy policy = Policy::locality;
  std::uint64_t seed = 1;
  float transfer_ns = 100;  // what a task costs more that waits for another worker's: two line transfers
};

struct Placement {
  std::vector<std::uint32_t> worker_of;  // of each node
  Lists lanes;                           // each worker's nodes in order
  std::uint32_t workers() const noexcept { return lanes.count(); }
};

/// What each node takes: what its task says, or the mean of those that say something, or a microsecond; joins nothing.
std::vector<float> costs_of(const Graph& graph, const Description& description);

Placement place(const Graph& graph, const Description& description, const Placing& placing);

/// A placement from the worker of each task, each less than `workers`: a tuner's file, or what a balanced replay has
/// learnt. Joins go where one of their predecessors is.
Placement place_as(const Graph& graph, const Description& description, std::span<const std::uint32_t> worker_of_task,
                   std::uint32_t workers);

}  // namespace heddle::plans
