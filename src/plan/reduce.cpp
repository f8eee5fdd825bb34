#include "plan/reduce.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace heddle::plans {

namespace {

/// Visits of an edge that one reduction may take, about a second; beyond, the remaining candidates stay. They cost a
/// look at replay, and nothing else.
constexpr std::uint64_t k_most_visits = std::uint64_t{1} << 30;

class Reduction {
 public:
  explicit Reduction(const Lists& before) : before_(before), level_(before.count(), 0) {
    for (std::uint32_t node = 0; node < before.count(); ++node) {
      for (const std::uint32_t one : before.of(node)) level_[node] = std::max(level_[node], level_[one] + 1);
    }
    find_candidates();
  }

  bool has_candidates() const noexcept { return !candidates_.empty(); }

  /// For each item of the lists: whether it follows from others.
  std::vector<bool> run() {
    redundant_.resize(before_.items.size());
    after_.resize(before_.count());
    for (std::size_t first = 0; first < candidates_.size() && visits_ < k_most_visits;) first = pass(first);
    return std::move(redundant_);
  }

 private:
  struct Candidate {
    std::uint32_t source;
    std::uint32_t target;
    std::uint32_t item;
  };
  static constexpr std::uint32_t k_sources = 64;

  void find_candidates() {
    for (std::uint32_t node = 0; node < before_.count(); ++node) {
      if (before_.of(node).size() < 2) continue;
      for (std::uint32_t item = before_.first[node]; item < before_.first[node + 1]; ++item) {
        const std::uint32_t source = before_.items[item];
        if (level_[node] > level_[source] + 1) candidates_.push_back({source, node, item});
      }
    }
    std::sort(candidates_.begin(), candidates_.end(), [](const Candidate& one, const Candidate& other) {
      return one.source != other.source ? one.source < other.source : one.item < other.item;
    });
  }

  /// The next 64 sources from candidate `first` on. @returns the first candidate behind them
  std::size_t pass(std::size_t first) {
    const std::uint32_t start = candidates_[first].source;
    std::uint32_t end = start;
    std::uint32_t sources = 0;
    std::size_t last = first;
    for (; last < candidates_.size(); ++last) {
      if (last == first || candidates_[last].source != candidates_[last - 1].source) {
        if (sources == k_sources) break;
        ++sources;
      }
      end = std::max(end, candidates_[last].target);
    }
    spread(first, last, end);
    return last;
  }

  /// after_[n]: which of the sources n comes after, or is.
  void spread(std::size_t first, std::size_t last, std::uint32_t end) {
    const std::uint32_t start = candidates_[first].source;
    std::fill(after_.begin() + start, after_.begin() + end + 1, 0);
    std::uint64_t bit = 0;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> checks;  // candidate, bit of its source
    for (std::size_t i = first; i < last; ++i) {
      if (i == first || candidates_[i].source != candidates_[i - 1].source) {
        bit = bit == 0 ? 1 : bit << 1;
        after_[candidates_[i].source] = bit;
      }
      checks.emplace_back(static_cast<std::uint32_t>(i), bit);
    }
    for (std::uint32_t node = start; node <= end; ++node) {
      std::uint64_t seen = after_[node];
      for (const std::uint32_t one : before_.of(node)) seen |= one >= start ? after_[one] : 0;
      after_[node] = seen;
    }
    visits_ += before_.first[end + 1] - before_.first[start];
    for (const auto& [candidate, source_bit] : checks) judge(candidates_[candidate], source_bit, start);
  }

  void judge(const Candidate& candidate, std::uint64_t bit, std::uint32_t start) {
    for (const std::uint32_t other : before_.of(candidate.target)) {
      if (other == candidate.source || other < start || (after_[other] & bit) == 0) continue;
      redundant_[candidate.item] = true;
      return;
    }
  }

  const Lists& before_;
  std::vector<std::uint32_t> level_;
  std::vector<Candidate> candidates_;
  std::vector<std::uint64_t> after_;
  std::vector<bool> redundant_;
  std::uint64_t visits_ = 0;
};

/// The graph over two laps: nodes of the lap before keep their numbers, those of this lap follow.
Lists two_laps(const Graph& graph) {
  Lists both = graph.before;
  const std::uint32_t size = graph.size();
  for (std::uint32_t node = 0; node < size; ++node) {
    for (const std::uint32_t before : graph.before_in_last_lap.of(node)) both.items.push_back(before);
    for (const std::uint32_t before : graph.before.of(node)) both.items.push_back(size + before);
    both.end_list();
  }
  return both;
}

}  // namespace

void reduce(Graph& graph) {
  const bool many = graph.many_laps();
  if (!many && !graph.has_shortcuts) return;
  const Lists whole = many ? two_laps(graph) : Lists{};
  const Lists& before = many ? whole : graph.before;
  Reduction reduction(before);
  if (!reduction.has_candidates()) return;
  const std::vector<bool> redundant = reduction.run();
  const std::uint32_t size = graph.size();
  const std::uint32_t start = many ? size : 0;
  Lists same_lap(graph.before.items.get_allocator());
  Lists last_lap(graph.before.items.get_allocator());
  for (std::uint32_t node = start; node < before.count(); ++node) {
    for (std::uint32_t item = before.first[node]; item < before.first[node + 1]; ++item) {
      if (redundant[item]) continue;
      const std::uint32_t one = before.items[item];
      one >= start ? same_lap.items.push_back(one - start) : last_lap.items.push_back(one);
    }
    same_lap.end_list();
    if (many) last_lap.end_list();
  }
  graph.before = std::move(same_lap);
  graph.before_in_last_lap = std::move(last_lap);
  if (!many) graph.before_in_last_lap = {};
}

}  // namespace heddle::plans
