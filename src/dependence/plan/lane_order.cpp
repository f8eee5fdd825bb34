#include "dependence/plan/lane_order.hpp"

#include <algorithm>
#include <numeric>

namespace heddle::plans {

namespace {

/// What a worker may use of its cache for one level: half of a small L2 cache. Beyond, the next level finds nothing.
constexpr std::uint64_t k_level_bytes = 512 * 1024;
/// One node in so many may wait for another worker where order in depth is to pay by itself: all others are run without
/// a look at what is under way.
constexpr std::uint32_t k_few_waits = 32;

std::vector<std::uint32_t> as_numbered(const Graph& graph) {
  std::vector<std::uint32_t> order(graph.size());
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

/// Who waits for whom across workers, and how long the longest path to each node is.
class Survey {
 public:
  Survey(const Graph& graph, const std::vector<std::uint32_t>& worker_of)
      : awaited_(graph.size(), false), level_(graph.size(), 0) {
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      bool waits = false;
      for (const std::uint32_t before : graph.before.of(node)) {
        level_[node] = std::max(level_[node], level_[before] + 1);
        if (worker_of[before] != worker_of[node]) waits = awaited_[before] = true;
      }
      levels_ = std::max(levels_, level_[node] + 1);
      if (graph.many_laps()) {
        for (const std::uint32_t before : graph.before_in_last_lap.of(node)) {
          if (worker_of[before] != worker_of[node]) waits = awaited_[before] = true;
        }
      }
      waiting_ += waits ? 1 : 0;
    }
  }

  bool awaited(std::uint32_t node) const noexcept { return awaited_[node]; }
  std::uint32_t level(std::uint32_t node) const noexcept { return level_[node]; }
  std::uint32_t levels() const noexcept { return levels_; }
  /// Nodes that wait for another worker's.
  std::uint32_t waiting() const noexcept { return waiting_; }

 private:
  std::vector<bool> awaited_;
  std::vector<std::uint32_t> level_;
  std::uint32_t levels_ = 0;
  std::uint32_t waiting_ = 0;
};

/// About what a task touches: what it says, and what it and its step take themselves. From some tasks all over the
/// plan.
std::uint64_t mean_task_bytes(const Description& description) {
  constexpr std::uint32_t k_looked_at = 512;
  constexpr std::uint64_t k_line = 64, k_own = 2 * k_line;
  const TaskIndex stride = std::max(description.size() / k_looked_at, 1u);
  std::uint64_t bytes = 0, looked_at = 0;
  for (TaskIndex task = 0; task < description.size(); task += stride, ++looked_at) {
    for (const graph::Access& access : description.accesses(task))
      bytes += std::max<std::uint64_t>(access.bytes, k_line);
  }
  return k_own + (looked_at == 0 ? 0 : bytes / looked_at);
}

bool outgrows_cache(const Description& description, const Survey& survey, std::uint32_t workers) {
  if (survey.levels() < 2) return false;
  const std::uint64_t nodes_of_level = description.size() / survey.levels() / workers;
  return nodes_of_level > 1 && nodes_of_level * mean_task_bytes(description) > k_level_bytes;
}

/// Nodes of a level do not wait for each other, so the order stays topological.
std::vector<std::uint32_t> by_levels(const Graph& graph, const Survey& survey) {
  std::vector<std::uint32_t> order;
  order.reserve(graph.size());
  for (std::uint32_t first = 0, last = 0; first < graph.size(); first = last) {
    while (last < graph.size() && survey.level(last) == survey.level(first)) ++last;
    for (std::uint32_t node = first; node < last; ++node) {
      if (survey.awaited(node)) order.push_back(node);
    }
    for (std::uint32_t node = first; node < last; ++node) {
      if (!survey.awaited(node)) order.push_back(node);
    }
  }
  return order;
}

/// As the workers would run, each its youngest node that is ready, one after the other in turn. Of those that are ready
/// from the start, the awaited ones first.
class InDepth {
 public:
  InDepth(const Graph& graph, const Survey& survey, const std::vector<std::uint32_t>& worker_of, std::uint32_t workers)
      : worker_of_(worker_of), after_(reversed(graph.before, graph.size())), pending_(graph.size()), ready_(workers) {
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      pending_[node] = static_cast<std::uint32_t>(graph.before.of(node).size());
    }
    for (const bool awaited : {false, true}) {
      for (std::uint32_t node = graph.size(); node-- > 0;) {
        if (pending_[node] == 0 && survey.awaited(node) == awaited) ready_[worker_of_[node]].push_back(node);
      }
    }
  }

  std::vector<std::uint32_t> run() {
    order_.reserve(pending_.size());
    while (order_.size() < pending_.size()) {
      for (auto& ready : ready_) {
        if (ready.empty()) continue;
        const std::uint32_t node = ready.back();
        ready.pop_back();
        order_.push_back(node);
        make_ready(after_.of(node));
      }
    }
    return std::move(order_);
  }

 private:
  // The first one in the description comes to lie on top.
  void make_ready(std::span<const std::uint32_t> successors) {
    for (auto successor = successors.rbegin(); successor != successors.rend(); ++successor) {
      if (--pending_[*successor] == 0) ready_[worker_of_[*successor]].push_back(*successor);
    }
  }

  const std::vector<std::uint32_t>& worker_of_;
  const Lists after_;
  std::vector<std::uint32_t> pending_;             // predecessors that have not run, of each node
  std::vector<std::vector<std::uint32_t>> ready_;  // of each worker, the youngest on top
  std::vector<std::uint32_t> order_;
};

}  // namespace

std::vector<std::uint32_t> lane_order(const Graph& graph, const Description& description,
                                      const std::vector<std::uint32_t>& worker_of, std::uint32_t workers) {
  const Survey survey(graph, worker_of);
  const bool few_waits = workers > 1 && survey.waiting() <= graph.size() / k_few_waits;
  if (few_waits || outgrows_cache(description, survey, workers)) {
    return InDepth(graph, survey, worker_of, workers).run();
  }
  return workers == 1 ? as_numbered(graph) : by_levels(graph, survey);
}

}  // namespace heddle::plans
