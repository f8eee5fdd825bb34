// The loop schedules on simulated many-cores: each iteration runs once, and IDWS's tables come out as far as the
// specification's section 5 asks for.
#include "sim/loop.hpp"

#include <gtest/gtest.h>

#include "bench/papers/idws/sim/loop_works.hpp"
#include "platform/sim/sim.hpp"
#include "runtime/policies.hpp"
#include "sim/machine_file.hpp"

namespace {

using namespace heddle::idws;
using namespace heddle::sim;
using heddle::platform::sim::Outcome;

constexpr LoopDealing k_static{.schedule = "static"};
constexpr LoopDealing k_guided{.schedule = "guided"};
constexpr LoopDealing k_guided_half{.schedule = "guided", .told_threads = 2};
constexpr LoopDealing k_idws{.schedule = "idws"};

/// Each row of the table, and what else there is.
std::vector<LoopDealing> all() {
  std::vector<LoopDealing> dealings{{.schedule = "static", .chunk = 1}, k_guided_half};
  for (const auto& policy : heddle::runtime::loop_schedules<heddle::platform::Sim>())
    dealings.push_back({.schedule = policy.name});
  return dealings;
}

LoopScenario xeon_phi(std::uint32_t threads) {
  const auto file = read_machine(std::string(HEDDLE_MACHINES) + "/knc7120.toml");
  EXPECT_TRUE(file.ok());
  LoopScenario scenario;
  scenario.machine = file.value().machine;
  scenario.machine.shared = {};  // the loop's costs are those of threads that have their share of a core
  scenario.machine.cores = threads;
  return scenario;
}

/// Times the ideal: all work spread evenly.
double stretch(const LoopWork& work, const LoopDealing& dealing, const LoopScenario& scenario) {
  const LoopRun run = run_loop(work, dealing, scenario);
  EXPECT_EQ(run.report.outcome, Outcome::finished) << run.report.story;
  EXPECT_EQ(run.iterations, work.trip());
  return static_cast<double>(run.cycles) * scenario.machine.cores / static_cast<double>(work.total());
}

TEST(LoopWork, any_range_costs_the_sum_of_its_iterations) {
  const LoopWork work("w", {0, 1, 2, 1, 0, 2, 2}, {3, 10, 100});
  EXPECT_EQ(work.total(), 3u + 10 + 100 + 10 + 3 + 100 + 100);
  EXPECT_EQ(work.of(2, 5), 113u);
  const LoopWork longer("l", std::vector<std::uint8_t>(1000, 1), {0, 7});
  EXPECT_EQ(longer.of(1, 999), 998u * 7);
  EXPECT_EQ(longer.of(63, 65), 14u);
  EXPECT_EQ(longer.of(500, 1000), 3500u);
}

TEST(SimLoop, every_schedule_runs_each_iteration_once_and_no_faster_than_its_work) {
  const LoopWork work = loop_of(Distribution::random, 20'011, states_of_xeon_phi());
  for (const LoopDealing& dealing : all()) {
    for (const std::uint32_t threads : {1u, 2u, 61u, 244u}) {
      EXPECT_GE(stretch(work, dealing, xeon_phi(threads)), 1.0) << dealing.schedule << " " << threads;
    }
  }
}

TEST(SimLoop, threads_that_share_a_core_share_its_speed) {
  const LoopWork work = loop_of(Distribution::regular, 24'400, states_of_xeon_phi());
  LoopScenario scenario = xeon_phi(4);
  scenario.machine.shared = {.speeds = {1.0, 1.5}, .cores = 2, .neighbours = true};
  EXPECT_NEAR(stretch(work, k_static, scenario), 2 / 1.5, 0.01);
  scenario.machine.shared = {.speeds = {2.0, 2.0, 2.0, 4.0}, .cores = 1, .neighbours = true};
  EXPECT_NEAR(stretch(work, k_static, scenario), 1, 0.01);
}

// Dense Begin of Table 3, 122 threads: static 6.0, guided 2.6 times IDWS there. Intel's guided: half a P-th at a time.
TEST(SimLoop, a_dense_beginning_costs_static_five_to_seven_times_guided_two_to_three_and_idws_nothing) {
  const LoopWork work = loop_of(Distribution::dense_begin, 1 << 18, states_of_xeon_phi());
  const LoopScenario scenario = xeon_phi(122);
  const double whole = stretch(work, k_static, scenario);
  const double half = stretch(work, k_guided_half, scenario);
  const double shared = stretch(work, k_idws, scenario);
  EXPECT_GE(whole, 5);
  EXPECT_LE(whole, 7);
  EXPECT_GE(half, 2.2);
  EXPECT_LE(half, 3.4);
  EXPECT_LE(shared, 1.05);
  EXPECT_GT(stretch(work, k_guided, scenario), 1.5 * half);  // libgomp's takes twice as much first
}

}  // namespace
