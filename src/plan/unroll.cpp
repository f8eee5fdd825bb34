#include "plan/unroll.hpp"

#include <algorithm>

#include "plan/lane_order.hpp"

namespace heddle::plans {

namespace {

/// What a tape of several laps may have: 32 bytes and more for each, which replays read beside the data.
constexpr std::uint32_t k_most_nodes = 1 << 16;
/// A wave's front is as many tasks wide as it has laps; the rest of a level has to be more.
constexpr std::uint32_t k_width_of_a_lap = 4;

void append(Lists& lists, std::span<const std::uint32_t> items, std::uint32_t offset) {
  for (const std::uint32_t item : items) lists.items.push_back(item + offset);
}

}  // namespace

Graph unrolled(const Graph& lap, std::uint32_t laps) {
  const std::uint32_t size = lap.size();
  Graph graph(lap.task_of.get_allocator());
  graph.laps = laps;
  graph.node_of = lap.node_of;
  graph.task_of.reserve(std::size_t{size} * laps);
  graph.before.reserve(std::size_t{size} * laps,
                       (lap.before.items.size() + lap.before_in_last_lap.items.size()) * laps);
  for (std::uint32_t copy = 0; copy < laps; ++copy) {
    graph.task_of.insert(graph.task_of.end(), lap.task_of.begin(), lap.task_of.end());
    for (std::uint32_t node = 0; node < size; ++node) {
      const auto in_last_lap = lap.before_in_last_lap.of(node);
      append(graph.before, lap.before.of(node), copy * size);
      copy == 0 ? append(graph.before_in_last_lap, in_last_lap, (laps - 1) * size)
                : append(graph.before, in_last_lap, (copy - 1) * size);
      graph.before.end_list();
      graph.before_in_last_lap.end_list();
    }
  }
  find_levels(graph);
  return graph;
}

std::uint32_t laps_of_a_wave(const Graph& lap, const Description& description, std::uint32_t workers,
                             std::uint64_t cache_bytes) {
  if (lap.size() == 0) return 1;
  const std::uint64_t bytes_of_lap = mean_task_bytes(description) * description.size();
  if (bytes_of_lap / workers <= cache_bytes) return 1;
  const std::uint32_t width = lap.size() / lap.levels;
  const std::uint64_t bytes_of_column = bytes_of_lap / std::max(width, 1u);
  const std::uint64_t in_cache = cache_bytes / 2 / bytes_of_column;
  const std::uint64_t most = std::min(width / workers / k_width_of_a_lap, k_most_nodes / lap.size());
  return static_cast<std::uint32_t>(std::max<std::uint64_t>(std::min(in_cache, most), 1));
}

}  // namespace heddle::plans
