#include "dependence/plan/placement.hpp"

#include <algorithm>
#include <numeric>

#include "dependence/plan/lane_order.hpp"

namespace heddle::plans {

namespace {

/// `order` is topological.
void fill_lanes(Placement& placement, const std::vector<std::uint32_t>& order, std::uint32_t workers) {
  std::vector<std::vector<std::uint32_t>> lanes(workers);
  for (const std::uint32_t node : order) lanes[placement.worker_of[node]].push_back(node);
  for (const auto& lane : lanes) {
    placement.lanes.items.insert(placement.lanes.items.end(), lane.begin(), lane.end());
    placement.lanes.end_list();
  }
}

std::vector<std::uint32_t> nodes_in_order(const Graph& graph) {
  std::vector<std::uint32_t> order(graph.size());
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

Placement on_one_worker(const Graph& graph, const Description& description) {
  Placement placement;
  placement.worker_of.assign(graph.size(), 0);
  placement.lanes.items = lane_order(graph, description, placement.worker_of, 1);
  placement.lanes.end_list();
  return placement;
}

/// Who has to run a node, or k_none. A plan that names more workers than there are begins at the first one again.
class Pins {
 public:
  Pins(const Graph& graph, const Description& description, std::uint32_t workers) noexcept
      : graph_(graph), description_(description), workers_(workers) {}
  std::uint32_t of(std::uint32_t node) const noexcept {
    const TaskIndex task = graph_.task_of[node];
    const std::uint32_t worker = task == k_none ? k_none : description_.task(task).worker;
    return worker == k_none ? k_none : worker % workers_;
  }

 private:
  const Graph& graph_;
  const Description& description_;
  const std::uint32_t workers_;
};

/// A join goes where one of its predecessors is.
void place_joins(const Graph& graph, std::vector<std::uint32_t>& worker_of) {
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.task_of[node] != k_none) continue;
    const auto before = graph.before.of(node);
    worker_of[node] = before.empty() ? 0 : worker_of[before.back()];
  }
}

std::uint64_t next_random(std::uint64_t& state) noexcept {  // splitmix64
  std::uint64_t z = state += 0x9E3779B97F4A7C15u;
  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
  z = (z ^ z >> 27) * 0x94D049BB133111EBu;
  return z ^ z >> 31;
}

/// Round robin and random: nobody looks at what a task does.
std::vector<std::uint32_t> dealt_out(const Graph& graph, const Description& description, const Placing& placing) {
  std::vector<std::uint32_t> worker_of(graph.size(), 0);
  const Pins pins(graph, description, placing.workers);
  std::uint64_t state = placing.seed;
  std::uint32_t turn = 0;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.task_of[node] == k_none) continue;
    const std::uint32_t fixed = pins.of(node);
    if (fixed != k_none) {
      worker_of[node] = fixed;
    } else if (placing.policy == Policy::random) {
      worker_of[node] = static_cast<std::uint32_t>(next_random(state) % placing.workers);
    } else {
      worker_of[node] = turn;
      turn = turn + 1 == placing.workers ? 0 : turn + 1;
    }
  }
  place_joins(graph, worker_of);
  return worker_of;
}

/// Where most predecessors are, as long as no worker gets more than its share of a level: what lies on one level may
/// run at once. Tasks without predecessors follow each other on a worker until it has its share.
class Near {
 public:
  Near(const Graph& graph, const Description& description, const Placing& placing)
      : graph_(graph),
        pins_(graph, description, placing.workers),
        workers_(placing.workers),
        cost_(costs_of(graph, description)) {}

  std::vector<std::uint32_t> run() {
    find_levels();
    worker_of_.assign(graph_.size(), 0);
    given_.assign(share_.size() * workers_, 0);
    votes_.assign(workers_, 0);
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      const std::uint32_t fixed = pins_.of(node);
      const std::uint32_t worker = fixed != k_none ? fixed : choose(node);
      worker_of_[node] = worker;
      given_[level_[node] * workers_ + worker] += cost_[node];
    }
    return std::move(worker_of_);
  }

 private:
  static constexpr float k_slack = 1.001F;  // the share is a sum of fractions

  void find_levels() {
    level_.assign(graph_.size(), 0);
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      for (const std::uint32_t before : graph_.before.of(node))
        level_[node] = std::max(level_[node], level_[before] + 1);
      if (level_[node] >= share_.size()) share_.resize(level_[node] + 1, 0);
      share_[level_[node]] += cost_[node] / static_cast<float>(workers_);
    }
  }

  std::uint32_t choose(std::uint32_t node) {
    for (const std::uint32_t before : graph_.before.of(node)) ++votes_[worker_of_[before]];
    const float* given = &given_[level_[node] * workers_];
    const float most = share_[level_[node]] * k_slack;
    std::uint32_t best = k_none;
    std::uint32_t idlest = 0;
    for (std::uint32_t worker = 0; worker < workers_; ++worker) {
      if (given[worker] < given[idlest]) idlest = worker;
      if (given[worker] + cost_[node] / 2 > most) continue;
      if (best == k_none || votes_[worker] > votes_[best]) best = worker;
    }
    for (const std::uint32_t before : graph_.before.of(node)) votes_[worker_of_[before]] = 0;
    return best == k_none ? idlest : best;
  }

  const Graph& graph_;
  const Pins pins_;
  const std::uint32_t workers_;
  const std::vector<float> cost_;
  std::vector<std::uint32_t> level_;
  std::vector<float> share_;  // of each level, for one worker
  std::vector<float> given_;  // of each level, to each worker
  std::vector<std::uint32_t> votes_;
  std::vector<std::uint32_t> worker_of_;
};

/// Topcuoglu, Hariri, Wu: Performance-effective and low-complexity task scheduling for heterogeneous computing (2002),
/// section 4, for equal workers and without filling gaps.
class EarliestFinish {
 public:
  EarliestFinish(const Graph& graph, const Description& description, const Placing& placing)
      : graph_(graph),
        pins_(graph, description, placing.workers),
        placing_(placing),
        cost_(costs_of(graph, description)) {}

  Placement run() {
    const std::vector<std::uint32_t> order = by_rank();
    placement_.worker_of.assign(graph_.size(), 0);
    end_.assign(graph_.size(), 0);
    free_.assign(placing_.workers, 0);
    for (const std::uint32_t node : order) give(node);
    fill_lanes(placement_, order, placing_.workers);
    return std::move(placement_);
  }

 private:
  /// Rank: the longest path from here to the end. It falls along each edge, so this order is topological.
  std::vector<std::uint32_t> by_rank() const {
    constexpr double k_least = 1e-3;  // joins cost nothing, and still come before what waits for them
    std::vector<double> rank(graph_.size(), 0);
    for (std::uint32_t node = graph_.size(); node-- > 0;) {
      rank[node] += cost_[node] + k_least;
      for (const std::uint32_t before : graph_.before.of(node)) {
        rank[before] = std::max(rank[before], rank[node] + placing_.transfer_ns / 2);
      }
    }
    std::vector<std::uint32_t> order = nodes_in_order(graph_);
    // Equals stay as they were described: libstdc++'s stable_sort calls what C++17 deprecates, and Clang says so.
    std::sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
      return rank[one] != rank[other] ? rank[one] > rank[other] : one < other;
    });
    return order;
  }

  void give(std::uint32_t node) {
    const std::uint32_t fixed = pins_.of(node);
    std::uint32_t best = fixed == k_none ? 0 : fixed;
    double best_end = start_on(node, best) + cost_[node];
    for (std::uint32_t worker = 0; fixed == k_none && worker < placing_.workers; ++worker) {
      const double end = start_on(node, worker) + cost_[node];
      if (end < best_end) {
        best = worker;
        best_end = end;
      }
    }
    placement_.worker_of[node] = best;
    end_[node] = free_[best] = best_end;
  }

  double start_on(std::uint32_t node, std::uint32_t worker) const {
    double start = free_[worker];
    for (const std::uint32_t before : graph_.before.of(node)) {
      const double transfer = placement_.worker_of[before] == worker ? 0 : placing_.transfer_ns;
      start = std::max(start, end_[before] + transfer);
    }
    return start;
  }

  const Graph& graph_;
  const Pins pins_;
  const Placing placing_;
  const std::vector<float> cost_;
  std::vector<double> end_;   // of each node
  std::vector<double> free_;  // of each worker: when it has run what it has
  Placement placement_;
};

}  // namespace

std::vector<float> costs_of(const Graph& graph, const Description& description) {
  double known = 0;
  std::uint32_t count = 0;
  for (TaskIndex task = 0; task < description.size(); ++task) {
    known += description.task(task).cost_ns;
    count += description.task(task).cost_ns > 0 ? 1 : 0;
  }
  constexpr float k_unknown_ns = 1000;
  const float mean = count == 0 ? k_unknown_ns : static_cast<float>(known / count);
  std::vector<float> costs(graph.size(), 0);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.task_of[node] == k_none) continue;
    const float cost = description.task(graph.task_of[node]).cost_ns;
    costs[node] = cost > 0 ? cost : mean;
  }
  return costs;
}

Placement place(const Graph& graph, const Description& description, const Placing& placing) {
  if (placing.workers == 1) return on_one_worker(graph, description);
  if (placing.policy == Policy::critical_path) return EarliestFinish(graph, description, placing).run();
  Placement placement;
  placement.worker_of = placing.policy == Policy::locality ? Near(graph, description, placing).run()
                                                           : dealt_out(graph, description, placing);
  fill_lanes(placement, lane_order(graph, description, placement.worker_of, placing.workers), placing.workers);
  return placement;
}

Placement place_as(const Graph& graph, const Description& description, std::span<const std::uint32_t> worker_of_task,
                   std::uint32_t workers) {
  Placement placement;
  placement.worker_of.assign(graph.size(), 0);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.task_of[node] != k_none) placement.worker_of[node] = worker_of_task[graph.task_of[node]];
  }
  place_joins(graph, placement.worker_of);
  fill_lanes(placement, lane_order(graph, description, placement.worker_of, workers), workers);
  return placement;
}

}  // namespace heddle::plans
