#include "plan/placement.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "plan/lane_order.hpp"

namespace heddle::plans {

namespace {

/// `order` is topological.
void fill_lanes(Placement& placement, const Numbers& order, std::uint32_t workers) {
  Lists& lanes = placement.lanes;
  lanes.first.assign(workers + 1, 0);
  for (const std::uint32_t worker : placement.worker_of) ++lanes.first[worker + 1];
  for (std::uint32_t worker = 0; worker < workers; ++worker) lanes.first[worker + 1] += lanes.first[worker];
  lanes.items.resize(order.size());
  std::vector<std::uint32_t> next(lanes.first.begin(), lanes.first.end() - 1);
  for (const std::uint32_t node : order) lanes.items[next[placement.worker_of[node]]++] = node;
}

Placement on_one_worker(const Graph& graph, const Description& description, const Placing& placing) {
  Placement placement(placing.where);
  placement.worker_of.assign(graph.size(), 0);
  placement.lanes.items = lane_order(graph, description, placement.worker_of, 1);
  placement.lanes.end_list();
  return placement;
}

/// Who has to run a node, or k_none. A plan that names more workers than there are begins at the first one again.
class Pins {
 public:
  Pins(const Graph& graph, const Description& description, std::uint32_t workers) noexcept
      : graph_(graph), description_(description), workers_(workers), any_(description.has_pins()) {}
  std::uint32_t of(std::uint32_t node) const noexcept {
    if (!any_) [[likely]]
      return k_none;
    const TaskIndex task = graph_.task_of[node];
    const std::uint32_t worker = task == k_none ? k_none : description_.task(task).worker;
    return worker == k_none ? k_none : worker % workers_;
  }

 private:
  const Graph& graph_;
  const Description& description_;
  const std::uint32_t workers_;
  const bool any_;
};

/// A join goes where one of its predecessors is.
void place_joins(const Graph& graph, Numbers& worker_of) {
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
Numbers dealt_out(const Graph& graph, const Description& description, const Placing& placing) {
  Numbers worker_of(graph.size(), 0, placing.where);
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
///
/// Level by level: what workers have got is kept of one level, for a chain of a million tasks has a million of them.
class Near {
 public:
  Near(const Graph& graph, const Description& description, const Placing& placing)
      : graph_(graph),
        pins_(graph, description, placing.workers),
        workers_(placing.workers),
        costs_(graph, description, placing.where),
        given_(placing.workers, 0),
        votes_(placing.workers, 0),
        worker_of_(placing.where) {}

  Numbers run() {
    find_shares();
    worker_of_.resize(graph_.size());
    if (std::is_sorted(graph_.level.begin(), graph_.level.end())) {
      give_levels([](std::uint32_t place) { return place; });
    } else {
      const Numbers sorted = sorted_by_level(graph_, worker_of_.get_allocator());
      give_levels([&](std::uint32_t place) { return sorted[place]; });
    }
    return std::move(worker_of_);
  }

 private:
  static constexpr double k_slack = 1.001;  // the share is a sum of fractions

  void find_shares() {
    share_.assign(graph_.levels, 0);
    const double part = 1.0 / workers_;
    double sum = 0;  // of nodes of one level that follow each other: as one addition to memory
    for (std::uint32_t node = 0; node < graph_.size(); ++node) {
      sum += costs_.of(node);
      if (node + 1 != graph_.size() && graph_.level[node + 1] == graph_.level[node]) continue;
      share_[graph_.level[node]] += sum * part;
      sum = 0;
    }
  }

  /// @param node_at  sorted by level
  template <class NodeAt>
  void give_levels(NodeAt node_at) {
    for (std::uint32_t first = 0, last = 0; first < graph_.size(); first = last) {
      const std::uint32_t level = graph_.level[node_at(first)];
      while (last < graph_.size() && graph_.level[node_at(last)] == level) give(node_at(last++));
      // Only those that have got something: most workers have nothing of a narrow level.
      for (std::uint32_t place = first; place < last; ++place) given_[worker_of_[node_at(place)]] = 0;
      given_nodes_ = 0;
    }
  }

  void give(std::uint32_t node) {
    const std::uint32_t fixed = pins_.of(node);
    const std::uint32_t worker = fixed != k_none ? fixed : choose(node);
    worker_of_[node] = worker;
    given_[worker] += costs_.of(node);
    ++given_nodes_;
  }

  std::uint32_t choose(std::uint32_t node) {
    const auto before = graph_.before.of(node);
    const double most = share_[graph_.level[node]] * k_slack - costs_.of(node) / 2;
    if (!before.empty()) {
      const std::uint32_t worker = worker_of_[before[0]];
      if (given_[worker] <= most && all_on(worker, before)) return worker;
    }
    const std::uint32_t worker = by_votes(before, most);
    return worker != k_none ? worker : first_with_room(most);
  }
  bool all_on(std::uint32_t worker, std::span<const std::uint32_t> nodes) const noexcept {
    bool all = true;
    for (const std::uint32_t node : nodes) all = all && worker_of_[node] == worker;
    return all;
  }
  /// Where most of them are, of those workers that have not got their share, the first one of equals; or k_none.
  std::uint32_t by_votes(std::span<const std::uint32_t> before, double most) {
    for (const std::uint32_t one : before) ++votes_[worker_of_[one]];
    std::uint32_t best = k_none;
    std::uint32_t best_votes = 0;
    for (const std::uint32_t one : before) {
      const std::uint32_t worker = worker_of_[one];
      const std::uint32_t votes = std::exchange(votes_[worker], 0);
      if (votes == 0 || given_[worker] > most) continue;
      if (votes < best_votes || (votes == best_votes && worker > best)) continue;
      best = worker;
      best_votes = votes;
    }
    return best;
  }
  /// The first one that has not got its share, or that with the least. As many nodes as have been given leave one of
  /// that many workers and one more with nothing: nobody behind has less.
  std::uint32_t first_with_room(double most) const noexcept {
    const std::uint32_t looked_at = std::min(workers_, given_nodes_ + 1);
    std::uint32_t idlest = 0;
    for (std::uint32_t worker = 0; worker < looked_at; ++worker) {
      if (given_[worker] <= most) return worker;
      if (given_[worker] < given_[idlest]) idlest = worker;
    }
    return idlest;
  }

  const Graph& graph_;
  const Pins pins_;
  const std::uint32_t workers_;
  const Costs costs_;
  std::vector<double> share_;      // of each level, for one worker
  std::vector<double> given_;      // of the level that is being given, to each worker
  std::uint32_t given_nodes_ = 0;  // of that level
  std::vector<std::uint32_t> votes_;
  Numbers worker_of_;
};

/// Topcuoglu, Hariri, Wu: Performance-effective and low-complexity task scheduling for heterogeneous computing (2002),
/// section 4, for equal workers and without filling gaps.
class EarliestFinish {
 public:
  EarliestFinish(const Graph& graph, const Description& description, const Placing& placing)
      : graph_(graph),
        pins_(graph, description, placing.workers),
        placing_(placing),
        costs_(graph, description, placing.where),
        placement_(placing.where) {}

  Placement run() {
    const Numbers order = by_rank();
    placement_.worker_of.assign(graph_.size(), 0);
    end_.assign(graph_.size(), 0);
    free_.assign(placing_.workers, 0);
    for (const std::uint32_t node : order) give(node);
    fill_lanes(placement_, order, placing_.workers);
    return std::move(placement_);
  }

 private:
  /// Rank: the longest path from here to the end. It falls along each edge, so this order is topological.
  Numbers by_rank() const {
    constexpr double k_least = 1e-3;  // joins cost nothing, and still come before what waits for them
    std::vector<double> rank(graph_.size(), 0);
    for (std::uint32_t node = graph_.size(); node-- > 0;) {
      rank[node] += costs_.of(node) + k_least;
      for (const std::uint32_t before : graph_.before.of(node)) {
        rank[before] = std::max(rank[before], rank[node] + placing_.transfer_ns / 2);
      }
    }
    Numbers order(graph_.size(), 0, placing_.where);
    std::iota(order.begin(), order.end(), 0u);
    // Equals stay as they were described: libstdc++'s stable_sort calls what C++17 deprecates, and Clang says so.
    std::sort(order.begin(), order.end(), [&](std::uint32_t one, std::uint32_t other) {
      return rank[one] != rank[other] ? rank[one] > rank[other] : one < other;
    });
    return order;
  }

  void give(std::uint32_t node) {
    const std::uint32_t fixed = pins_.of(node);
    std::uint32_t best = fixed == k_none ? 0 : fixed;
    double best_end = start_on(node, best) + costs_.of(node);
    for (std::uint32_t worker = 0; fixed == k_none && worker < placing_.workers; ++worker) {
      const double end = start_on(node, worker) + costs_.of(node);
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
  const Costs costs_;
  std::vector<double> end_;   // of each node
  std::vector<double> free_;  // of each worker: when it has run what it has
  Placement placement_;
};

}  // namespace

Costs::Costs(const Graph& graph, const Description& description, InArena<float> where) : graph_(graph), costs_(where) {
  if (!description.has_costs()) return;
  double known = 0;
  std::uint32_t count = 0;
  for (TaskIndex task = 0; task < description.size(); ++task) {
    known += description.task(task).cost_ns;
    count += description.task(task).cost_ns > 0 ? 1 : 0;
  }
  if (count != 0) mean_ = static_cast<float>(known / count);
  costs_.resize(graph.size());
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.task_of[node] == k_none) continue;
    const float cost = description.task(graph.task_of[node]).cost_ns;
    costs_[node] = cost > 0 ? cost : mean_;
  }
}

Placement place(const Graph& graph, const Description& description, const Placing& placing) {
  if (placing.workers == 1) return on_one_worker(graph, description, placing);
  if (placing.policy == Policy::critical_path) return EarliestFinish(graph, description, placing).run();
  Placement placement(placing.where);
  placement.worker_of = placing.policy == Policy::locality ? Near(graph, description, placing).run()
                                                           : dealt_out(graph, description, placing);
  fill_lanes(placement, lane_order(graph, description, placement.worker_of, placing.workers), placing.workers);
  return placement;
}

Placement place_as(const Graph& graph, const Description& description, std::span<const std::uint32_t> worker_of_task,
                   const Placing& placing) {
  Placement placement(placing.where);
  placement.worker_of.assign(graph.size(), 0);
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (graph.task_of[node] != k_none) placement.worker_of[node] = worker_of_task[graph.task_of[node]];
  }
  place_joins(graph, placement.worker_of);
  fill_lanes(placement, lane_order(graph, description, placement.worker_of, placing.workers), placing.workers);
  return placement;
}

}  // namespace heddle::plans
