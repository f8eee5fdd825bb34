// Placement: which worker runs each task of a plan, and in which order it looks at them (SWITCHES, section 5,
// "scheduling policy").
//
// The orders of all workers are parts of one topological order of the graph. So even a worker that looks at one task at
// a time gets to an end.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "plan/link.hpp"

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
  float transfer_ns = 100;            // what a task costs more that waits for another worker's: two line transfers
  InArena<std::uint32_t> where = {};  // the placement is to lie
};

struct Placement {
  Placement() : Placement(InArena<std::uint32_t>()) {}
  explicit Placement(InArena<std::uint32_t> where) : worker_of(where), lanes(where) {}
  Numbers worker_of;  // of each node
  Lists lanes;        // each worker's nodes in order
  std::uint32_t workers() const noexcept { return lanes.count(); }
};

/// What each node takes: what its task says, or the mean of those that say something, or a microsecond; joins nothing.
class Costs {
 public:
  Costs(const Graph& graph, const Description& description, InArena<float> where = {});
  float of(std::uint32_t node) const noexcept {
    if (!costs_.empty()) return costs_[node];
    return graph_.task_of[node] == k_none ? 0 : mean_;
  }

 private:
  const Graph& graph_;
  float mean_ = 1000;
  Array<float> costs_;  // none when all are alike
};

Placement place(const Graph& graph, const Description& description, const Placing& placing);

/// A placement from the worker of each task, each less than the number of workers: a tuner's file, or what a balanced
/// replay has learnt. Joins go where one of their predecessors is.
Placement place_as(const Graph& graph, const Description& description, std::span<const std::uint32_t> worker_of_task,
                   const Placing& placing);

}  // namespace heddle::plans
