// Memory beside what bodies compute: programs that stream are as fast as their memory or their cores, and a study says
// which of the two it was.
#include <gtest/gtest.h>
#include <algorithm>
#include <cstdint>

#include "sim/replay.hpp"
#include "sim/shapes.hpp"
#include "sim/study.hpp"

namespace {

using namespace heddle::sim;
using heddle::platform::sim::Outcome;

Scenario scenario_of(std::uint32_t cores) {
  Scenario scenario;
  scenario.machine.cores = cores;
  return scenario;
}

/// Tasks of 100 us that move 200,000 bytes each, on memory of 16 GB/s of which a core takes 4 at most.
double ns_of_streaming_tasks(std::uint32_t cores, const MemoryUse& use, std::uint64_t bytes = 200'000) {
  Program program = independent(512, 100'000);
  for (ProgramTask& task : program.tasks) task.bytes = bytes;
  Scenario scenario = scenario_of(cores);
  scenario.machine.memory = {.nodes = 2, .node_mbps = 8000, .fast_node_mbps = 32'000, .core_mbps = 4000};
  scenario.memory = use;
  const Prediction prediction = replay(program, scenario);
  EXPECT_EQ(prediction.report.outcome, Outcome::finished) << prediction.report.story;
  EXPECT_EQ(prediction.tasks_run, 512u);
  return static_cast<double>(prediction.makespan_ns);
}

TEST(Replay, streaming_tasks_scale_until_they_use_up_what_memory_has) {
  for (const std::uint32_t cores : {1u, 4u, 8u, 16u, 64u}) {
    const double computing = 512 * 100'000.0 / cores, moving = 512 * 200'000.0 / 16;
    const double expected = std::max(computing, moving);
    const double found = ns_of_streaming_tasks(cores, {});
    EXPECT_GE(found, 0.999 * expected) << cores << " cores";
    EXPECT_LE(found, 1.15 * expected) << cores << " cores";
  }
}

TEST(Replay, one_core_moves_no_more_than_a_core_can) {
  EXPECT_NEAR(ns_of_streaming_tasks(1, {}, 800'000), 512 * 800'000.0 / 4, 0.03 * 512 * 800'000.0 / 4);
}

TEST(Replay, memory_is_no_limit_when_sizes_are_ignored_or_not_known_and_one_when_a_rate_is_given) {
  const double unlimited = 512 * 100'000.0 / 64;
  EXPECT_LT(ns_of_streaming_tasks(64, {.sizes = MemoryUse::Sizes::ignored}), 2 * unlimited);
  EXPECT_LT(ns_of_streaming_tasks(64, {}, 0), 2 * unlimited);
  const double moving = 512 * 200'000.0 / 16;
  EXPECT_NEAR(ns_of_streaming_tasks(64, {.mbps = 2000}, 0), moving, 0.1 * moving);
  EXPECT_LT(ns_of_streaming_tasks(64, {.memory = Memory::fast}), 0.4 * moving);
}

TEST(Replay, a_study_says_that_memory_is_the_limit_where_it_is) {
  Program program = independent(512, 100'000);
  for (ProgramTask& task : program.tasks) task.bytes = 200'000;
  Study study;
  study.scenario = scenario_of(64);
  study.scenario.machine.memory = {.nodes = 1, .node_mbps = 16'000, .core_mbps = 4000};
  study.seeds = 1;
  study.transfer_percent = {100};
  const auto limit_on = [&](std::uint32_t cores) { return predict(program, study, cores).value().limit; };
  EXPECT_EQ(limit_on(4), Limit::cores);
  EXPECT_EQ(limit_on(32), Limit::memory);
  EXPECT_GT(predict(program, study, 32).value().memory, 0.6);
}

/// Of bodies of 1 ms that move so much each, on 8 cores of 12 GB/s, two threads each, and memory of so many.
Study study_of_moving(std::uint32_t node_mbps) {
  Study study;
  study.scenario = scenario_of(16);
  study.scenario.machine.shared = {.speeds = {1, 1.3}, .cores = 8};
  study.scenario.machine.memory = {.nodes = 1, .node_mbps = node_mbps, .core_mbps = 12'000};
  study.seeds = 1;
  study.transfer_percent = {100};
  return study;
}
Program moving(Program program, std::uint64_t bytes) {
  for (ProgramTask& task : program.tasks) task.bytes = bytes;
  return program;
}

TEST(Replay, a_thread_alone_on_its_core_moves_what_a_core_can_however_many_others_sleep) {
  const Program program = moving(chains({.chains = 1, .length = 16, .task_ns = 1'000'000}), 12'000'000);
  for (const std::uint32_t threads : {8u, 9u, 16u}) {
    const Point point = predict(program, study_of_moving(10'000'000), threads).value();
    EXPECT_NEAR(static_cast<double>(point.median_ns), 16e6, 0.5e6) << threads;
    EXPECT_EQ(point.limit, Limit::critical_path) << threads;
  }
}

TEST(Replay, who_moves_as_much_as_its_core_can_is_limited_by_cores_and_memory_only_where_it_is_used_up) {
  const Program program = moving(independent(64, 1'000'000), 24'000'000);
  const auto limit_on = [&](std::uint32_t node_mbps, std::uint32_t cores) {
    return predict(program, study_of_moving(node_mbps), cores).value().limit;
  };
  EXPECT_EQ(limit_on(85'000, 2), Limit::cores);
  EXPECT_EQ(limit_on(85'000, 4), Limit::cores);
  EXPECT_EQ(limit_on(20'000, 4), Limit::memory);
  EXPECT_EQ(limit_on(20'000, 16), Limit::memory);
}

TEST(Replay, memory_that_is_used_up_is_the_limit_though_half_of_the_cores_have_nothing_to_do) {
  const Program program = moving(independent(4, 1'000'000), 24'000'000);
  const Point point = predict(program, study_of_moving(12'000), 8).value();
  EXPECT_NEAR(static_cast<double>(point.median_ns), 8e6, 0.2e6);
  EXPECT_EQ(point.limit, Limit::memory);
}

TEST(Replay, a_chain_of_bodies_that_their_cores_bandwidth_stretches_is_its_critical_path) {
  const Program program = moving(chains({.chains = 1, .length = 16, .task_ns = 1'000'000}), 24'000'000);
  const Study study = study_of_moving(85'000);
  EXPECT_NEAR(static_cast<double>(program.critical_path_ns(pace_of(study.scenario))), 32e6, 0.5e6);
  const Point point = predict(program, study, 8).value();
  EXPECT_NEAR(static_cast<double>(point.median_ns), 32e6, 1e6);
  EXPECT_EQ(point.limit, Limit::critical_path);
}

TEST(Replay, a_body_that_takes_no_time_moves_its_bytes_all_the_same) {
  const Program program = moving(independent(8, 0), 12'000'000);
  const Point point = predict(program, study_of_moving(48'000), 8).value();
  EXPECT_NEAR(static_cast<double>(point.median_ns), 2e6, 0.1e6) << "96 MB at 48 GB/s";
}

}  // namespace
