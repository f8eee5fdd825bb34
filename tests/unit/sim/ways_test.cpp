// Programs of loops in the ways of the SWITCHES paper, and memory with nodes as in OCR-Vx: what the specification's
// section 5 asks of them.
#include "bench/papers/switches/sim/ways.hpp"

#include <gtest/gtest.h>

#include "bench/papers/ocrvx/sim/streaming.hpp"
#include "sim/machine_file.hpp"

namespace {

using namespace heddle::ocrvx;
using namespace heddle::sim;
using namespace heddle::switches;
using heddle::platform::sim::Machine;
using heddle::platform::sim::Outcome;

constexpr Variant k_all[] = {Variant::static_for, Variant::dynamic_for, Variant::tasks,      Variant::depend,
                             Variant::plan,       Variant::plan_told,   Variant::plan_robin, Variant::plan_split};

Machine machine_of(const char* name) {
  const auto file = read_machine(std::string(HEDDLE_MACHINES) + "/" + name + ".toml");
  EXPECT_TRUE(file.ok());
  return file.value().machine;
}

/// On so many threads of the paper's Xeon Phi.
WayRun run_on(std::uint32_t threads, const LoopProgram& loops, Variant way) {
  WayScenario scenario;
  scenario.machine = machine_of("knc7120");
  scenario.machine.cores = threads;
  scenario.machine.shared.cores = 60;
  scenario.spin_ns = 200'000'000;
  WayRun run = run_loops(loops, way, scenario);
  EXPECT_EQ(run.report.outcome, Outcome::finished) << run.report.story;
  return run;
}

TEST(Ways, every_way_runs_each_task_once_and_no_faster_than_the_cores_are) {
  const LoopProgram loops = loop_program({.name = "three",
                                          .loops = 3,
                                          .tasks = 50,
                                          .work_ns = 10'000'000,
                                          .uneven_percent = 100,
                                          .reach = Reach::neighbours});
  ASSERT_EQ(loops.program.tasks.size(), 150u);
  for (const Variant way : k_all) {
    for (const std::uint32_t threads : {2u, 7u, 64u}) {
      const WayRun run = run_on(threads, loops, way);
      EXPECT_EQ(run.tasks_run, 150u) << name_of(way) << " " << threads;
      EXPECT_GE(run.ns + 1000, 10'000'000 / threads) << name_of(way) << " " << threads;
    }
  }
}

TEST(Ways, the_tasks_of_a_loop_wait_for_those_of_the_last_one_that_they_read) {
  const LoopProgram same = loop_program({.name = "two", .loops = 2, .tasks = 4, .work_ns = 8000});
  EXPECT_EQ(same.program.tasks[5].accesses.size(), 2u);
  EXPECT_EQ(same.program.tasks[5].accesses[0].address, same.program.tasks[1].accesses[1].address);
  const LoopProgram around =
      loop_program({.name = "two", .loops = 2, .tasks = 4, .work_ns = 8000, .reach = Reach::neighbours});
  EXPECT_EQ(around.program.tasks[4].accesses.size(), 3u);
  EXPECT_EQ(around.program.tasks[5].accesses.size(), 4u);
}

// SWITCHES Figure 1: with ever more tasks of the same work, switches lose least, and dependences that one thread
// resolves lose most.
TEST(Ways, switches_are_fastest_and_flattest_and_dependences_resolved_by_one_thread_fall_fastest) {
  const auto speedup = [&](Variant way, std::uint32_t tasks) {
    const LoopShapes shape{.name = "four", .loops = 4, .tasks = tasks, .work_ns = 100'000'000};
    return static_cast<double>(shape.work_ns) / static_cast<double>(run_on(240, loop_program(shape), way).ns);
  };
  double few[4], many[4];
  constexpr Variant k_ways[] = {Variant::plan, Variant::static_for, Variant::dynamic_for, Variant::depend};
  for (std::size_t way = 0; way < 4; ++way) {
    few[way] = speedup(k_ways[way], 240);
    many[way] = speedup(k_ways[way], 1920);
  }
  for (std::size_t way = 1; way < 4; ++way) {
    EXPECT_GT(few[0], few[way]) << name_of(k_ways[way]);
    EXPECT_GT(many[0], many[way]) << name_of(k_ways[way]);
  }
  for (std::size_t way = 0; way < 3; ++way) EXPECT_LT(many[3] / few[3], many[way] / few[way]) << name_of(k_ways[way]);
  EXPECT_GT(many[0] / few[0], 0.8);
}

// SWITCHES Figures 7, 8, 10 and 12: on as many threads as each has its peak at, nothing is faster than switches.
TEST(Ways, no_way_is_faster_than_switches_where_the_tasks_of_a_loop_are_alike) {
  struct Application {
    std::uint32_t threads;
    LoopShapes shape;
  };
  const Application applications[] = {
      {240, {.name = "Q12", .loops = 1, .tasks = 4'800, .work_ns = 373'350'000'000}},
      {240, {.name = "MMULT", .loops = 1, .tasks = 1'024, .work_ns = 78'170'000'000}},
      {120, {.name = "SU3", .loops = 1, .tasks = 7'680, .work_ns = 3'590'000'000}},
      {120, {.name = "OCEAN", .loops = 8, .tasks = 512, .work_ns = 2'914'000'000, .reach = Reach::neighbours}},
  };
  for (const Application& application : applications) {
    const LoopProgram loops = loop_program(application.shape);
    const auto switches = static_cast<double>(run_on(application.threads, loops, Variant::plan).ns);
    for (const Variant way : {Variant::static_for, Variant::dynamic_for, Variant::tasks})
      EXPECT_GT(1.01 * static_cast<double>(run_on(application.threads, loops, way).ns), switches)
          << application.shape.name << " " << name_of(way);
  }
}

double seismic(const char* machine, Memory memory, DataPlacement placement) {
  Streaming streaming{.machine = machine_of(machine), .gb_per_iteration = 7.8, .iterations = 3};
  streaming.memory = memory;
  streaming.placement = placement;
  return 1000 * seconds_per_iteration(streaming);
}

// OCR-Vx Table 1: MCDRAM 5.3 times as fast as DDR; SNC-4 with data on one node 78.8 to 80.9 s, on each block's own 19.5
// s.
TEST(Streaming, where_the_data_lie_decides_as_in_table_1) {
  const double ddr = seismic("knl7230", Memory::large, DataPlacement::own_node);
  const double quadrant = seismic("knl7230", Memory::fast, DataPlacement::own_node);
  EXPECT_NEAR(ddr / quadrant, 5.3, 0.1);
  const double aware = seismic("knl7230-snc4", Memory::fast, DataPlacement::own_node);
  const double oblivious = seismic("knl7230-snc4", Memory::fast, DataPlacement::one_node);
  EXPECT_GE(oblivious / aware, 3.5);
  EXPECT_NEAR(aware, quadrant, 0.1 * quadrant);
  EXPECT_NEAR(seismic("knl7230-snc4", Memory::fast, DataPlacement::interleaved), quadrant, 0.1 * quadrant);
}

}  // namespace
