// Placement: every task on one worker, lanes that agree on one order, good use of what is known.
#include "plan/placement.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

#include "plan/prediction.hpp"
#include "plan/reduce.hpp"
#include "random_graph.hpp"

namespace {

using namespace heddle;
using namespace heddle::test;
using plans::Placement;
using plans::Policy;

constexpr Policy k_policies[] = {Policy::round_robin, Policy::random, Policy::locality, Policy::critical_path};

plans::Graph linked(const Description& description) {
  plans::Graph graph = plans::link(description, plans::Laps::one).value();
  plans::reduce(graph);
  return graph;
}

/// Runs the lanes one step at a time, each in order. @returns how many steps can be run
std::uint32_t runnable_in_order(const plans::Graph& graph, const Placement& placement) {
  std::vector<std::uint32_t> next(placement.lanes.first.begin(), placement.lanes.first.end() - 1);
  std::vector<bool> over(graph.size(), false);
  std::uint32_t count = 0;
  for (bool moved = true; moved;) {
    moved = false;
    for (std::uint32_t worker = 0; worker < placement.workers(); ++worker) {
      if (next[worker] == placement.lanes.first[worker + 1]) continue;
      const std::uint32_t node = placement.lanes.items[next[worker]];
      bool ready = true;
      for (const std::uint32_t before : graph.before.of(node)) ready = ready && over[before];
      if (!ready) continue;
      over[node] = moved = true;
      ++next[worker];
      ++count;
    }
  }
  return count;
}

TEST(PlanPlacement, lanes_walked_in_order_never_block_each_other) {
  for (std::uint64_t seed = 1; seed <= 100; ++seed) {
    const Description description = random_description(seed, 40, plans::Match::addresses);
    const plans::Graph graph = linked(description);
    for (const Policy policy : k_policies) {
      for (const std::uint32_t workers : {1u, 2u, 5u}) {
        const Placement placement =
            plans::place(graph, description, {.workers = workers, .policy = policy, .seed = seed});
        EXPECT_EQ(placement.workers(), workers);
        EXPECT_EQ(runnable_in_order(graph, placement), graph.size()) << "seed " << seed;
      }
    }
  }
}

TEST(PlanPlacement, a_task_that_names_its_worker_gets_it) {
  Description description = random_description(3, 30, plans::Match::addresses);
  for (plans::TaskIndex task = 0; task < 30; task += 3) description.pin(task, task / 3 % 4);
  const plans::Graph graph = linked(description);
  for (const Policy policy : k_policies) {
    const Placement placement = plans::place(graph, description, {.workers = 4, .policy = policy});
    for (plans::TaskIndex task = 0; task < 30; task += 3) {
      EXPECT_EQ(placement.worker_of[graph.node_of[task]], task / 3 % 4);
    }
  }
}

TEST(PlanPlacement, round_robin_gives_each_worker_the_next_task) {
  Description description;
  for (int task = 0; task < 6; ++task) description.add({}, {});
  const Placement placement =
      plans::place(linked(description), description, {.workers = 3, .policy = Policy::round_robin});
  EXPECT_EQ(placement.worker_of, (plans::Numbers{0, 1, 2, 0, 1, 2}));
}

TEST(PlanPlacement, the_same_seed_gives_the_same_random_placement) {
  const Description description = random_description(5, 50, plans::Match::addresses);
  const plans::Graph graph = linked(description);
  const auto placed = [&](std::uint64_t seed) {
    return plans::place(graph, description, {.workers = 4, .policy = Policy::random, .seed = seed}).worker_of;
  };
  EXPECT_EQ(placed(1), placed(1));
  EXPECT_NE(placed(1), placed(2));
}

/// A ring of `width` points, each step reads its neighbours of the step before.
Description stencil(std::uint32_t width, std::uint32_t steps, std::vector<char>& points) {
  points.resize(2 * width);
  Description description;
  for (std::uint32_t step = 0; step < steps; ++step) {
    char* from = &points[step % 2 * width];
    char* to = &points[(step + 1) % 2 * width];
    for (std::uint32_t point = 0; point < width; ++point) {
      const graph::Access accesses[] = {{&to[point], Mode::out},
                                        {&from[(point + width - 1) % width], Mode::in},
                                        {&from[point], Mode::in},
                                        {&from[(point + 1) % width], Mode::in}};
      description.add({}, accesses);
    }
  }
  return description;
}

TEST(PlanPlacement, locality_cuts_a_stencil_into_one_block_per_worker) {
  std::vector<char> points;
  const Description description = stencil(32, 10, points);
  const plans::Graph graph = linked(description);
  const Placement placement = plans::place(graph, description, {.workers = 2, .policy = Policy::locality});
  for (plans::TaskIndex task = 0; task < description.size(); ++task) {
    EXPECT_EQ(placement.worker_of[graph.node_of[task]], task % 32 / 16);
  }
}

TEST(PlanPlacement, what_another_worker_waits_for_comes_first_in_its_level) {
  std::vector<char> points;
  const Description description = stencil(32, 3, points);
  const plans::Graph graph = linked(description);
  const Placement placement = plans::place(graph, description, {.workers = 2, .policy = Policy::locality});
  const auto lane = placement.lanes.of(0);
  std::vector<plans::TaskIndex> tasks;
  for (const std::uint32_t node : lane.first(16)) tasks.push_back(graph.task_of[node]);
  EXPECT_EQ(tasks, (std::vector<plans::TaskIndex>{0, 15, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14}));
}

/// Two loops over blocks of 64 KiB each: what the first writes, the second reads beside its neighbours'.
Description two_loops(std::uint32_t chunks, std::vector<char>& bytes) {
  constexpr std::size_t k_block = 64 * 1024;
  bytes.resize(2 * chunks * k_block);
  const auto block = [&](std::uint32_t array, std::uint32_t chunk) {
    return &bytes[(array * chunks + chunk) * k_block];
  };
  Description description;
  for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
    const graph::Access accesses[] = {{block(0, chunk), Mode::out, k_block}};
    description.add({}, accesses);
  }
  for (std::uint32_t chunk = 0; chunk < chunks; ++chunk) {
    const graph::Access accesses[] = {{block(0, chunk == 0 ? 0 : chunk - 1), Mode::in, k_block},
                                      {block(0, chunk), Mode::in, k_block},
                                      {block(0, chunk + 1 == chunks ? chunk : chunk + 1), Mode::in, k_block},
                                      {block(1, chunk), Mode::out, k_block}};
    description.add({}, accesses);
  }
  return description;
}

std::vector<plans::TaskIndex> lane_of_two_loops(std::uint32_t chunks, std::uint32_t workers, std::uint32_t worker) {
  std::vector<char> bytes;
  const Description description = two_loops(chunks, bytes);
  const plans::Graph graph = linked(description);
  const Placement placement = plans::place(graph, description, {.workers = workers, .policy = Policy::locality});
  std::vector<plans::TaskIndex> tasks;
  for (const std::uint32_t node : placement.lanes.of(worker)) tasks.push_back(graph.task_of[node]);
  return tasks;
}

TEST(PlanPlacement, what_outgrows_a_cache_is_gone_on_with_while_it_is_warm) {
  const std::vector<plans::TaskIndex> tasks = lane_of_two_loops(32, 1, 0);
  const std::vector<plans::TaskIndex> start(tasks.begin(), tasks.begin() + 7);
  EXPECT_EQ(start, (std::vector<plans::TaskIndex>{0, 1, 32, 2, 33, 3, 34}));
}

TEST(PlanPlacement, what_fits_a_cache_is_run_level_by_level) {
  const std::vector<plans::TaskIndex> tasks = lane_of_two_loops(2, 1, 0);
  EXPECT_EQ(tasks, (std::vector<plans::TaskIndex>{0, 1, 2, 3}));
}

TEST(PlanPlacement, what_another_worker_waits_for_comes_first_in_depth_too) {
  const std::vector<plans::TaskIndex> tasks = lane_of_two_loops(32, 2, 0);
  const std::vector<plans::TaskIndex> start(tasks.begin(), tasks.begin() + 6);
  EXPECT_EQ(start, (std::vector<plans::TaskIndex>{15, 0, 1, 32, 2, 33}));
}

TEST(PlanPlacement, lanes_in_depth_never_block_each_other) {
  for (const std::uint32_t workers : {1u, 2u, 3u, 7u}) {
    std::vector<char> bytes;
    const Description description = two_loops(64, bytes);
    const plans::Graph graph = linked(description);
    for (const Policy policy : k_policies) {
      const Placement placement = plans::place(graph, description, {.workers = workers, .policy = policy});
      EXPECT_EQ(runnable_in_order(graph, placement), graph.size()) << workers << " workers";
    }
  }
}

/// Each point waits for the one above it and the one before it; described row by row, so not level by level.
Description wavefront(std::uint32_t side, std::size_t bytes_of_point, std::vector<char>& points) {
  points.resize(side * side * bytes_of_point);
  Description description;
  for (std::uint32_t row = 0; row < side; ++row) {
    for (std::uint32_t column = 0; column < side; ++column) {
      const auto point = [&](std::uint32_t y, std::uint32_t x) { return &points[(y * side + x) * bytes_of_point]; };
      std::vector<graph::Access> accesses{{point(row, column), Mode::out, bytes_of_point}};
      if (row != 0) accesses.push_back({point(row - 1, column), Mode::in, bytes_of_point});
      if (column != 0) accesses.push_back({point(row, column - 1), Mode::in, bytes_of_point});
      description.add({}, accesses);
    }
  }
  return description;
}

double efficiency(const Description& description, std::uint32_t workers) {
  const plans::Graph graph = linked(description);
  const Placement placement = plans::place(graph, description, {.workers = workers, .policy = Policy::locality});
  EXPECT_EQ(runnable_in_order(graph, placement), graph.size());
  const plans::Prediction prediction = plans::predict(graph, description, placement, 100);
  return prediction.work_ns / workers / prediction.replay_ns;
}

TEST(PlanPlacement, locality_keeps_the_workers_of_a_wavefront_running) {
  for (const std::uint32_t workers : {2u, 4u, 8u}) {
    std::vector<char> points;
    EXPECT_GT(efficiency(wavefront(100, 1, points), workers), 0.9) << workers << " workers";
  }
}

TEST(PlanPlacement, order_in_depth_does_not_make_the_workers_of_a_wavefront_wait) {
  std::vector<char> points;
  EXPECT_GT(efficiency(wavefront(300, 1, points), 4), 0.9) << "hardly anybody waits for another worker";
  std::vector<char> tiles;
  EXPECT_GT(efficiency(wavefront(50, 16 * 1024, tiles), 8), 0.75) << "a level outgrows a cache";
}

/// Two chains of long tasks beside four of short ones, told row by row.
Description uneven_chains(std::uint32_t chains, std::uint32_t length) {
  Description description;
  for (std::uint32_t task = 0; task < chains * length; ++task) {
    const graph::Access chain[] = {{&g_bytes[task % chains], Mode::out, 8}};
    description.add({.cost_ns = task % 3 == 0 ? 3000.0f : 100.0f}, chain);
  }
  return description;
}

TEST(PlanPlacement, order_in_depth_does_not_make_long_tasks_wait_behind_a_count_of_short_ones) {
  // All short ones on worker 1, which has most tasks. Worker 0 has a long chain and the start of the other one, which
  // worker 2 goes on with: in depth, it waits until the first one is over.
  constexpr std::uint32_t k_chains = 6, k_length = 69;
  const Description description = uneven_chains(k_chains, k_length);
  std::vector<std::uint32_t> worker_of_task;
  for (std::uint32_t task = 0; task < description.size(); ++task) {
    const std::uint32_t chain = task % k_chains, row = task / k_chains;
    worker_of_task.push_back(chain % 3 != 0 ? 1 : chain == 3 && row > 1 ? 2 : 0);
  }
  const plans::Graph graph = linked(description);
  const Placement chosen = plans::place_as(graph, description, worker_of_task, {.workers = 3});
  Placement by_levels = chosen;
  for (std::uint32_t worker = 0; worker < 3; ++worker) {
    const auto lane = by_levels.lanes.items.begin();
    std::sort(
        lane + by_levels.lanes.first[worker], lane + by_levels.lanes.first[worker + 1],
        [&](auto one, auto other) { return std::pair(graph.level[one], one) < std::pair(graph.level[other], other); });
  }
  const auto replay_ns = [&](const Placement& placement) {
    return plans::predict(graph, description, placement, 100).replay_ns;
  };
  EXPECT_LE(replay_ns(chosen), replay_ns(by_levels) * 1.25);
}

TEST(PlanPlacement, a_chain_of_a_million_tasks_is_given_to_one_of_2048_workers) {
  Description description;
  const graph::Access chain[] = {{&g_bytes[0], Mode::out, 8}};
  for (int task = 0; task < 1'000'000; ++task) description.add({}, chain);
  const plans::Graph graph = plans::link(description, plans::Laps::one).value();
  ASSERT_EQ(graph.levels, graph.size());
  const Placement placement = plans::place(graph, description, {.workers = 2048, .policy = Policy::locality});
  ASSERT_EQ(placement.lanes.of(0).size(), graph.size());
  EXPECT_TRUE(std::is_sorted(placement.lanes.items.begin(), placement.lanes.items.end()));
}

TEST(PlanPlacement, critical_path_keeps_the_long_chain_running) {
  Description description;  // a chain of ten, and forty short tasks: 2 workers need as long as the chain
  const graph::Access chain[] = {{&g_bytes[0], Mode::out}};
  for (int task = 0; task < 20; ++task) description.add({.cost_ns = 500}, {});
  for (int task = 0; task < 10; ++task) description.add({.cost_ns = 1000}, chain);
  const plans::Graph graph = linked(description);
  const auto replay_ns = [&](Policy policy) {
    const Placement placement = plans::place(graph, description, {.workers = 2, .policy = policy});
    return plans::predict(graph, description, placement, 100).replay_ns;
  };
  EXPECT_DOUBLE_EQ(replay_ns(Policy::critical_path), 10'000);
  EXPECT_GT(replay_ns(Policy::round_robin), 10'000);
}

TEST(PlanPrediction, the_critical_path_is_the_longest_by_cost) {
  Description description;
  const graph::Access left[] = {{&g_bytes[0], Mode::out}};
  const graph::Access right[] = {{&g_bytes[1], Mode::out}};
  const graph::Access both[] = {{&g_bytes[0], Mode::in}, {&g_bytes[1], Mode::in}};
  description.add({.cost_ns = 100}, left);
  description.add({.cost_ns = 300}, right);
  description.add({.cost_ns = 50}, both);
  const plans::Graph graph = linked(description);
  const Placement placement = plans::place(graph, description, {.workers = 1});
  const plans::Prediction prediction = plans::predict(graph, description, placement, 100);
  EXPECT_DOUBLE_EQ(prediction.work_ns, 450);
  EXPECT_DOUBLE_EQ(prediction.critical_path_ns, 350);
  EXPECT_DOUBLE_EQ(prediction.replay_ns, 450);
  EXPECT_EQ(prediction.critical_path, (std::vector<plans::TaskIndex>{1, 2}));
}

}  // namespace
