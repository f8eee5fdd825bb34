// Random descriptions of plans, and what orders their tasks by definition: every earlier access that may not run beside
// a later one. The slow way, for tests to compare with.
#pragma once

#include <cstdint>
#include <vector>

#include "plan/link.hpp"

namespace heddle::test {

using graph::Mode;
using plans::Description;

class Dice {
 public:
  explicit Dice(std::uint64_t seed) noexcept : state_(seed * 0x9E3779B97F4A7C15u + 1) {}
  std::uint32_t below(std::uint32_t end) noexcept {
    state_ ^= state_ << 13;
    state_ ^= state_ >> 7;
    state_ ^= state_ << 17;
    return static_cast<std::uint32_t>(state_ % end);
  }

 private:
  std::uint64_t state_;
};

inline constexpr std::uint32_t k_bytes = 24;
inline char g_bytes[k_bytes];

/// Up to three accesses a task, all modes, some of them twice to the same bytes.
inline Description random_description(std::uint64_t seed, std::uint32_t tasks, plans::Match match) {
  Dice dice(seed);
  Description description;
  description.match(match);
  for (std::uint32_t task = 0; task < tasks; ++task) {
    std::vector<graph::Access> accesses;
    for (std::uint32_t count = dice.below(4); count > 0; --count) {
      const std::uint32_t first = dice.below(k_bytes / 2);
      const std::uint32_t bytes = 1 + dice.below(match == plans::Match::ranges ? k_bytes / 2 : 1);
      accesses.push_back({&g_bytes[first], static_cast<Mode>(dice.below(4)), bytes});
    }
    description.add({}, accesses);
  }
  return description;
}

inline bool meet(const graph::Access& one, const graph::Access& other, plans::Match match) {
  const char* a = static_cast<const char*>(one.address);
  const char* b = static_cast<const char*>(other.address);
  if (match == plans::Match::addresses) return a == b;
  return a < b + other.bytes && b < a + one.bytes;
}

/// How a task uses each byte: the mode, or `out` when it names it in several.
inline std::vector<int> uses_of(const Description& description, plans::TaskIndex task) {
  constexpr int k_unused = -1;
  std::vector<int> uses(k_bytes, k_unused);
  for (const plans::Access& access : description.accesses(task)) {
    const auto first = static_cast<std::uint32_t>(static_cast<const char*>(access.address) - g_bytes);
    const auto bytes = description.match() == plans::Match::ranges ? access.bytes : 1;
    for (std::uint32_t byte = first; byte < first + bytes; ++byte) {
      const int mode = static_cast<int>(access.mode);
      uses[byte] = uses[byte] == k_unused || uses[byte] == mode ? mode : static_cast<int>(Mode::out);
    }
  }
  return uses;
}

/// Whether the second of two tasks has to wait for the first by their own accesses alone.
inline bool ordered(const Description& description, plans::TaskIndex first, plans::TaskIndex second) {
  const std::vector<int> one = uses_of(description, first);
  const std::vector<int> other = uses_of(description, second);
  for (std::uint32_t byte = 0; byte < k_bytes; ++byte) {
    if (one[byte] < 0 || other[byte] < 0) continue;
    const bool beside = one[byte] == other[byte] &&
                        (one[byte] == static_cast<int>(Mode::in) || one[byte] == static_cast<int>(Mode::inoutset));
    if (!beside) return true;
  }
  return false;
}

using Reach = std::vector<std::vector<bool>>;

inline void close_transitively(Reach& reach) {
  for (std::size_t middle = 0; middle < reach.size(); ++middle) {
    for (std::size_t from = 0; from < reach.size(); ++from) {
      if (!reach[from][middle]) continue;
      for (std::size_t to = 0; to < reach.size(); ++to) {
        if (reach[middle][to]) reach[from][to] = true;
      }
    }
  }
}

/// Who comes before whom, tasks of `laps` laps numbered through, by definition.
inline Reach reach_by_definition(const Description& description, std::uint32_t laps) {
  const std::uint32_t tasks = description.size();
  Reach reach(tasks * laps, std::vector<bool>(tasks * laps, false));
  for (std::uint32_t one = 0; one < tasks * laps; ++one) {
    for (std::uint32_t other = one + 1; other < tasks * laps; ++other) {
      reach[one][other] = ordered(description, one % tasks, other % tasks);
    }
  }
  close_transitively(reach);
  return reach;
}

/// The same by the edges of a graph.
inline Reach reach_by_graph(const plans::Graph& graph, std::uint32_t laps) {
  const std::uint32_t size = graph.size();
  Reach nodes(size * laps, std::vector<bool>(size * laps, false));
  for (std::uint32_t lap = 0; lap < laps; ++lap) {
    for (std::uint32_t node = 0; node < size; ++node) {
      for (const std::uint32_t before : graph.before.of(node)) nodes[lap * size + before][lap * size + node] = true;
      if (lap == 0 || !graph.many_laps()) continue;
      for (const std::uint32_t before : graph.before_in_last_lap.of(node)) {
        nodes[(lap - 1) * size + before][lap * size + node] = true;
      }
    }
  }
  close_transitively(nodes);
  const auto tasks = static_cast<std::uint32_t>(graph.node_of.size());
  Reach reach(tasks * laps, std::vector<bool>(tasks * laps, false));
  for (std::uint32_t one = 0; one < tasks * laps; ++one) {
    for (std::uint32_t other = 0; other < tasks * laps; ++other) {
      reach[one][other] =
          nodes[one / tasks * size + graph.node_of[one % tasks]][other / tasks * size + graph.node_of[other % tasks]];
    }
  }
  return reach;
}

}  // namespace heddle::test
