#include "plan/prediction.hpp"

#include <algorithm>

namespace heddle::plans {

namespace {

/// The tasks on the longest path, first one first. `end` is when each node ends at the earliest.
std::vector<TaskIndex> path_to(const Graph& graph, const std::vector<double>& end, std::uint32_t node) {
  std::vector<TaskIndex> path;
  for (;;) {
    if (graph.task_of[node] != k_none) path.push_back(graph.task_of[node]);
    const auto before = graph.before.of(node);
    if (before.empty()) break;
    node = *std::max_element(before.begin(), before.end(), [&](auto one, auto other) { return end[one] < end[other]; });
  }
  std::reverse(path.begin(), path.end());
  return path;
}

/// When the last node ends if each worker runs its lane in order.
double replayed(const Graph& graph, const Costs& cost, const Placement& placement, float transfer_ns) {
  std::vector<double> end(graph.size(), -1);
  std::vector<std::uint32_t> next(placement.lanes.first.begin(), placement.lanes.first.end() - 1);
  std::vector<double> free(placement.workers(), 0);
  const auto step = [&](std::uint32_t worker) {  // false: waits for another worker's
    const std::uint32_t node = placement.lanes.items[next[worker]];
    double start = free[worker];
    for (const std::uint32_t before : graph.before.of(node)) {
      if (end[before] < 0) return false;
      start = std::max(start, end[before] + (placement.worker_of[before] == worker ? 0 : transfer_ns));
    }
    end[node] = free[worker] = start + cost.of(node);
    ++next[worker];
    return true;
  };
  for (bool moved = true; moved;) {
    moved = false;
    for (std::uint32_t worker = 0; worker < placement.workers(); ++worker) {
      while (next[worker] < placement.lanes.first[worker + 1] && step(worker)) moved = true;
    }
  }
  return *std::max_element(free.begin(), free.end());
}

}  // namespace

Prediction predict(const Graph& graph, const Description& description, const Placement& placement, float transfer_ns) {
  Prediction prediction;
  if (graph.size() == 0) return prediction;
  const Costs cost(graph, description);
  std::vector<double> end(graph.size(), 0);
  std::uint32_t last = 0;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    for (const std::uint32_t before : graph.before.of(node)) end[node] = std::max(end[node], end[before]);
    end[node] += cost.of(node);
    prediction.work_ns += cost.of(node);
    if (end[node] > end[last]) last = node;
  }
  prediction.critical_path_ns = end[last];
  prediction.critical_path = path_to(graph, end, last);
  prediction.replay_ns = replayed(graph, cost, placement, transfer_ns);
  return prediction;
}

}  // namespace heddle::plans
