// Laps written out: the order of laps one by one, and only where data gain by it.
#include "plan/unroll.hpp"

#include <gtest/gtest.h>

#include "plan/placement.hpp"
#include "plan/reduce.hpp"
#include "random_graph.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;
using plans::Graph;
using plans::Laps;

constexpr std::uint64_t k_cache = 1 << 20;

Graph linked(const Description& description) {
  Graph graph = plans::link(description, Laps::many).value();
  plans::reduce(graph);
  return graph;
}

/// Who comes before whom when an unrolled graph is run `epochs` times; tasks of all laps numbered through.
Reach reach_by_epochs(const Graph& graph, std::uint32_t epochs) {
  const std::uint32_t size = graph.size();
  Reach nodes(size * epochs, std::vector<bool>(size * epochs, false));
  for (std::uint32_t epoch = 0; epoch < epochs; ++epoch) {
    for (std::uint32_t node = 0; node < size; ++node) {
      for (const std::uint32_t before : graph.before.of(node)) nodes[epoch * size + before][epoch * size + node] = true;
      if (epoch == 0) continue;
      for (const std::uint32_t before : graph.before_in_last_lap.of(node)) {
        nodes[(epoch - 1) * size + before][epoch * size + node] = true;
      }
    }
  }
  close_transitively(nodes);
  const auto tasks = static_cast<std::uint32_t>(graph.node_of.size());
  const std::uint32_t laps = graph.laps * epochs;
  const auto node_of = [&](std::uint32_t one) {
    return one / tasks * (size / graph.laps) + graph.node_of[one % tasks];
  };
  Reach reach(tasks * laps, std::vector<bool>(tasks * laps, false));
  for (std::uint32_t one = 0; one < tasks * laps; ++one) {
    for (std::uint32_t other = 0; other < tasks * laps; ++other)
      reach[one][other] = nodes[node_of(one)][node_of(other)];
  }
  return reach;
}

TEST(PlanUnroll, laps_written_out_are_ordered_as_laps_one_by_one) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Description description = random_description(seed, 7, plans::Match::addresses);
    const Graph lap = linked(description);
    for (const std::uint32_t laps : {2u, 3u}) {
      const Graph graph = plans::unrolled(lap, laps);
      EXPECT_EQ(reach_by_epochs(graph, 2), reach_by_definition(description, 2 * laps)) << "seed " << seed;
    }
  }
}

/// Two loops over blocks, each of which reads its neighbours' of the other.
Description sweeps(std::uint32_t chunks, std::size_t block, std::vector<char>& bytes) {
  bytes.resize(2 * chunks);  // only addresses count, and what is said of bytes
  Description description;
  for (std::uint32_t loop = 0; loop < 2; ++loop) {
    const auto at = [&](std::uint32_t array, std::uint32_t chunk) {
      return &bytes[array * chunks + std::min(chunk, chunks - 1)];
    };
    for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
      const graph::Access accesses[] = {{at(loop, chunk == 0 ? 0 : chunk - 1), Mode::in, block},
                                        {at(loop, chunk + 1), Mode::in, block},
                                        {at(1 - loop, chunk), Mode::out, block}};
      description.add({}, accesses);
    }
  }
  return description;
}

TEST(PlanUnroll, a_wave_has_so_many_laps_as_lie_in_half_a_cache) {
  std::vector<char> bytes;
  const Description description = sweeps(128, k_cache / 64, bytes);
  const std::uint32_t laps = plans::laps_of_a_wave(linked(description), description, 2, k_cache);
  EXPECT_GE(laps, 4u);  // three blocks a task, two tasks: 6/64 of the cache a lap
  EXPECT_LE(laps, 6u);
}

TEST(PlanUnroll, what_fits_the_caches_is_not_written_out) {
  std::vector<char> bytes;
  const Description description = sweeps(16, k_cache / 64, bytes);
  EXPECT_EQ(plans::laps_of_a_wave(linked(description), description, 4, k_cache), 1u);
}

TEST(PlanUnroll, chunks_larger_than_a_cache_are_not_written_out) {
  std::vector<char> bytes;
  const Description description = sweeps(128, k_cache, bytes);
  EXPECT_EQ(plans::laps_of_a_wave(linked(description), description, 2, k_cache), 1u);
}

TEST(PlanUnroll, tasks_that_say_nothing_of_data_are_not_written_out) {
  Description description;
  for (int task = 0; task < 100; ++task) description.add({}, {});
  EXPECT_EQ(plans::laps_of_a_wave(linked(description), description, 2, k_cache), 1u);
}

TEST(PlanUnroll, a_wave_comes_to_a_block_again_before_it_has_gone_through_all_of_them) {
  std::vector<char> bytes;
  const Description description = sweeps(64, k_cache / 64, bytes);
  const Graph graph = plans::unrolled(linked(description), 4);
  const std::vector<std::uint32_t> alone(description.size(), 0);
  const plans::Placement placement = plans::place_as(graph, description, alone, {.workers = 1});
  std::uint32_t farthest = 0;
  std::vector<std::uint32_t> last(description.size(), plans::k_none);
  for (std::uint32_t place = 0; place < graph.size(); ++place) {
    std::uint32_t& before = last[graph.task_of[placement.lanes.items[place]]];
    if (before != plans::k_none) farthest = std::max(farthest, place - before);
    before = place;
  }
  EXPECT_LE(farthest, 40u);  // of 128 tasks a lap: those of the four laps that are under way
}

}  // namespace
