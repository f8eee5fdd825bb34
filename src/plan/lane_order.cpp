#include "plan/lane_order.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

#include "plan/placement.hpp"

namespace heddle::plans {

namespace {

/// What a worker may use of its cache for one level: half of a small L2 cache. Beyond, the next level finds nothing.
constexpr std::uint64_t k_level_bytes = 512 * 1024;
/// One node in so many may wait for another worker where order in depth is to pay by itself: all others are run without
/// a look at what is under way.
constexpr std::uint32_t k_few_waits = 32;
/// Depth may take so much longer: of a wavefront's workers, who goes on in depth keeps the others waiting.
constexpr double k_longer_for_few_waits = 1.0 / 32;
/// The same where it saves a cache: docs/papers/switches has 1.28 for Poisson2D.
constexpr double k_longer_for_a_cache = 1.0 / 4;

Numbers as_numbered(const Graph& graph) {
  Numbers order(graph.size());
  std::iota(order.begin(), order.end(), 0u);
  return order;
}

/// Who waits for whom across workers.
class Survey {
 public:
  Survey(const Graph& graph, const Numbers& worker_of) : awaited_(graph.size(), 0, worker_of.get_allocator()) {
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      bool waits = false;
      for (const std::uint32_t before : graph.before.of(node)) {
        if (worker_of[before] != worker_of[node]) awaited_[before] = waits = true;
      }
      if (graph.many_laps()) {
        for (const std::uint32_t before : graph.before_in_last_lap.of(node)) {
          if (worker_of[before] != worker_of[node]) awaited_[before] = waits = true;
        }
      }
      waiting_ += waits ? 1 : 0;
    }
  }

  bool awaited(std::uint32_t node) const noexcept { return awaited_[node] != 0; }
  /// Nodes that wait for another worker's.
  std::uint32_t waiting() const noexcept { return waiting_; }

 private:
  Array<std::uint8_t> awaited_;
  std::uint32_t waiting_ = 0;
};

bool outgrows_cache(const Graph& graph, const Description& description, std::uint32_t workers) {
  if (graph.levels < 2) return false;
  const std::uint64_t nodes_of_level = graph.size() / graph.levels / workers;
  return nodes_of_level > 1 && nodes_of_level * mean_task_bytes(description) > k_level_bytes;
}

/// Nodes of a level do not wait for each other, so the order stays topological. @param node_at  sorted by level
template <class NodeAt>
Numbers awaited_first(const Graph& graph, const Survey& survey, InArena<std::uint32_t> where, NodeAt node_at) {
  Numbers order(where);
  order.reserve(graph.size());
  for (std::uint32_t first = 0, last = 0; first < graph.size(); first = last) {
    while (last < graph.size() && graph.level[node_at(last)] == graph.level[node_at(first)]) ++last;
    for (std::uint32_t place = first; place < last; ++place) {
      if (survey.awaited(node_at(place))) order.push_back(node_at(place));
    }
    for (std::uint32_t place = first; place < last; ++place) {
      if (!survey.awaited(node_at(place))) order.push_back(node_at(place));
    }
  }
  return order;
}

/// A description that goes through its levels one after the other, as those of time loops do, is not sorted.
Numbers by_levels(const Graph& graph, const Survey& survey, InArena<std::uint32_t> where) {
  if (std::is_sorted(graph.level.begin(), graph.level.end())) {
    return awaited_first(graph, survey, where, [](std::uint32_t place) { return place; });
  }
  const Numbers sorted = sorted_by_level(graph, where);
  return awaited_first(graph, survey, where, [&](std::uint32_t place) { return sorted[place]; });
}

/// As the workers would run, each its youngest node that is ready, one after the other in turn. Of those that are ready
/// from the start, the awaited ones first; then every other worker begins at its end, so that two neighbours come to
/// the border between them at the same time, and neither has to wait there for a wave that is still on its way.
class InDepth {
 public:
  InDepth(const Graph& graph, const Survey& survey, const Numbers& worker_of, std::uint32_t workers)
      : worker_of_(worker_of),
        after_(reversed(graph.before, graph.size(), worker_of.get_allocator())),
        pending_(graph.size()),
        ready_(workers),
        has_ready_((workers + k_bits - 1) / k_bits, 0),
        order_(worker_of.get_allocator()) {
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
      pending_[node] = static_cast<std::uint32_t>(graph.before.of(node).size());
    }
    const auto is_first = [&](std::uint32_t node, bool awaited, bool from_the_end) {
      return pending_[node] == 0 && survey.awaited(node) == awaited && goes_down(worker_of_[node]) == from_the_end;
    };
    for (const bool awaited : {false, true}) {
      for (std::uint32_t node = graph.size(); node-- > 0;) {
        if (is_first(node, awaited, false)) push(node);
      }
      for (std::uint32_t node = 0; node < graph.size(); ++node) {
        if (is_first(node, awaited, true)) push(node);
      }
    }
  }

  Numbers run() {
    order_.reserve(pending_.size());
    while (order_.size() < pending_.size()) {
      for (std::uint32_t worker = ready_from(0); worker != k_none; worker = ready_from(worker + 1)) {
        const std::uint32_t node = pop(worker);
        order_.push_back(node);
        make_ready(after_.of(node));
      }
    }
    return std::move(order_);
  }

 private:
  static constexpr std::uint32_t k_bits = 64;  // of a word of has_ready_

  static bool goes_down(std::uint32_t worker) noexcept { return worker % 2 == 1; }

  void push(std::uint32_t node) {
    const std::uint32_t worker = worker_of_[node];
    ready_[worker].push_back(node);
    has_ready_[worker / k_bits] |= std::uint64_t{1} << worker % k_bits;
  }
  std::uint32_t pop(std::uint32_t worker) {
    auto& ready = ready_[worker];
    const std::uint32_t node = ready.back();
    ready.pop_back();
    if (ready.empty()) has_ready_[worker / k_bits] &= ~(std::uint64_t{1} << worker % k_bits);
    return node;
  }
  /// The first worker from this one on that has something ready, or k_none. Of a chain's, all others have nothing.
  std::uint32_t ready_from(std::uint32_t worker) const noexcept {
    std::uint64_t skipped = (std::uint64_t{1} << worker % k_bits) - 1;
    for (std::uint32_t word = worker / k_bits; word < has_ready_.size(); ++word, skipped = 0) {
      const std::uint64_t bits = has_ready_[word] & ~skipped;
      if (bits != 0) return word * k_bits + static_cast<std::uint32_t>(std::countr_zero(bits));
    }
    return k_none;
  }

  // The first one in the description comes to lie on top.
  void make_ready(std::span<const std::uint32_t> successors) {
    for (auto successor = successors.rbegin(); successor != successors.rend(); ++successor) {
      if (--pending_[*successor] == 0) push(*successor);
    }
  }

  const Numbers& worker_of_;
  const Lists after_;
  std::vector<std::uint32_t> pending_;             // predecessors that have not run, of each node
  std::vector<std::vector<std::uint32_t>> ready_;  // of each worker, the youngest on top
  std::vector<std::uint64_t> has_ready_;           // a bit of each worker
  Numbers order_;
};

/// How long the lanes would take by what is known of their nodes, if nothing were to be carried between workers.
class Replay {
 public:
  Replay(const Graph& graph, const Description& description, const Numbers& worker_of, std::uint32_t workers)
      : graph_(graph),
        worker_of_(worker_of),
        workers_(workers),
        alike_(!description.has_costs() && graph.size() == graph.node_of.size() * graph.laps),
        costs_(graph, description, worker_of.get_allocator()) {}

  /// `order` is topological. In rounds where nodes are alike: half the memory, of which a million of them miss a cache.
  double time_of(const Numbers& order) const {
    if (alike_) return end_of(order, [](std::uint32_t) { return 1u; });
    return end_of(order, [this](std::uint32_t node) { return double{costs_.of(node)}; });
  }

 private:
  template <class CostOf>
  double end_of(const Numbers& order, CostOf cost_of) const {
    using Time = decltype(cost_of(0));
    Array<Time> end(graph_.size(), 0, worker_of_.get_allocator());
    std::vector<Time> free(workers_, 0);
    for (const std::uint32_t node : order) {
      Time& now = free[worker_of_[node]];
      for (const std::uint32_t before : graph_.before.of(node)) now = std::max(now, end[before]);
      end[node] = now += cost_of(node);
    }
    return *std::max_element(free.begin(), free.end());
  }

  const Graph& graph_;
  const Numbers& worker_of_;
  const std::uint32_t workers_;
  const bool alike_;  // no costs, no joins
  const Costs costs_;
};

}  // namespace

std::uint64_t mean_task_bytes(const Description& description) {
  constexpr std::uint32_t k_looked_at = 512;
  constexpr std::uint64_t k_line = 64, k_own = 2 * k_line;
  const TaskIndex stride = std::max(description.size() / k_looked_at, 1u);
  std::uint64_t bytes = 0, looked_at = 0;
  for (TaskIndex task = 0; task < description.size(); task += stride, ++looked_at) {
    for (const Access& access : description.accesses(task)) bytes += std::max<std::uint64_t>(access.bytes, k_line);
  }
  return k_own + (looked_at == 0 ? 0 : bytes / looked_at);
}

Numbers sorted_by_level(const Graph& graph, InArena<std::uint32_t> where) {
  std::vector<std::uint32_t> next(graph.levels + 1, 0);
  for (const std::uint32_t level : graph.level) ++next[level + 1];
  for (std::uint32_t level = 0; level < graph.levels; ++level) next[level + 1] += next[level];
  Numbers sorted(graph.size(), 0, where);
  for (std::uint32_t node = 0; node < graph.size(); ++node) sorted[next[graph.level[node]]++] = node;
  return sorted;
}

Numbers lane_order(const Graph& graph, const Description& description, const Numbers& worker_of,
                   std::uint32_t workers) {
  const Survey survey(graph, worker_of);
  const bool outgrows = outgrows_cache(graph, description, workers);
  if (workers == 1 && !outgrows) return as_numbered(graph);
  const auto in_depth = [&] { return InDepth(graph, survey, worker_of, workers).run(); };
  if (workers == 1) return in_depth();
  if (survey.waiting() == 0) return in_depth();  // whatever the order, lanes end at the same time
  Numbers levels = by_levels(graph, survey, worker_of.get_allocator());
  if (!outgrows && survey.waiting() > graph.size() / k_few_waits) return levels;
  Numbers depth = in_depth();
  const Replay replay(graph, description, worker_of, workers);
  const double most = replay.time_of(levels) * (1 + (outgrows ? k_longer_for_a_cache : k_longer_for_few_waits));
  return replay.time_of(depth) <= most ? depth : levels;
}

}  // namespace heddle::plans
