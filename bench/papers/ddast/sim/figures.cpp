// The DDAST paper's many-core figures in virtual time: a line of CSV for each run. run.py draws them, and says what is
// an input.
//
//   cmake --build BUILD --target ddast_figures && BUILD/bin/ddast_figures MACHINES (FIGURE | course)
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "sim/machine_file.hpp"
#include "sim/replay.hpp"
#include "sim/shapes.hpp"

namespace {

using namespace heddle;

/// The paper's managers, and Heddle's default.
struct Manager {
  const char* name;
  const char* dependence;
  dependence::AsyncParameters parameters;
};
constexpr std::uint32_t k_all = dependence::AsyncParameters::k_all;
// Table 5: what the paper calls DDAST, and DDAST tuned.
constexpr Manager k_managers[] = {{"locked", "locked", {}},
                                  {"async", "async", {.managers = k_all, .spins = 20, .operations = 6, .ready = 4}},
                                  {"async tuned", "async", {}},
                                  {"adaptive", "adaptive", {}}};

/// Figure 9 on KNL once more with tasks half as long again, as the paper has them under all but DDAST: they are a third
/// shorter there (section 6.1). Caches are not simulated, so this is an input.
constexpr Manager k_inflated = {"locked, tasks 1.5 times as long", "locked", {}};
constexpr double k_inflation = 1.5;

/// One line's cost, and one order of what happens at the same time.
struct Variant {
  std::uint32_t percent;
  std::uint64_t seed;
};
constexpr std::size_t k_most_in_band = 16'384;  // tasks; larger programs run once, so that all ends in minutes
constexpr Variant k_usual = {100, 1};
constexpr Variant k_band[] = {{100, 2}, {100, 3}, {100, 4}, {100, 5}, {50, 1}, {200, 1}};  // with all cores

/// A kernel on a machine: Tables 2 to 4, and what a task takes, in cycles (run.py says where that comes from).
struct Case {
  int figure;
  const char* machine;
  const char* grain;
  std::uint32_t side;  // blocks
  std::uint64_t cycles;
};
constexpr Case k_cases[] = {
    {9, "knl7230", "fine", 32, 1'700'000},    {9, "knl7230", "coarse", 16, 13'600'000},
    {9, "thunderx48", "fine", 64, 262'144},   {9, "thunderx48", "coarse", 32, 2'097'152},
    {9, "power9", "fine", 32, 5'600'000},     {9, "power9", "coarse", 16, 44'700'000},
    {10, "knl7230", "fine", 128, 262'144},    {10, "knl7230", "coarse", 64, 2'097'152},
    {10, "thunderx48", "fine", 128, 524'288}, {10, "thunderx48", "coarse", 64, 4'194'304},
    {10, "power9", "fine", 128, 131'072},     {10, "power9", "coarse", 64, 1'048'576},
    {11, "knl7230", "fine", 256, 81'920},     {11, "knl7230", "coarse", 128, 327'680},
    {11, "thunderx48", "fine", 256, 122'880}, {11, "thunderx48", "coarse", 128, 491'520},
    {11, "power9", "fine", 128, 163'840},     {11, "power9", "coarse", 64, 655'360},
};
constexpr std::uint32_t k_steps = 1;             // of N-Body's 16: they are alike
constexpr std::uint32_t k_rounds = 16;           // of Matmul's rounds at most, in Figure 9: they are alike, too
constexpr std::uint64_t k_create_cycles = 1300;  // of the program's own code between two tasks

std::uint64_t ns(const platform::sim::Machine& machine, std::uint64_t cycles) { return cycles * 1000 / machine.mhz; }

sim::Program program_of(const Case& chosen, const platform::sim::Machine& machine, std::uint32_t rounds) {
  const std::uint64_t task_ns = ns(machine, chosen.cycles), create_ns = ns(machine, k_create_cycles);
  switch (chosen.figure) {
    case 9:
      return sim::chains(
          {.chains = chosen.side * chosen.side, .length = rounds, .task_ns = task_ns, .create_ns = create_ns});
    case 10:
      return sim::sparse_lu({.blocks = chosen.side, .task_ns = task_ns, .create_ns = create_ns});
    default:
      return sim::nested_steps({.steps = k_steps, .blocks = chosen.side, .task_ns = task_ns, .create_ns = create_ns});
  }
}

struct Setting {
  std::uint32_t cores;
  Variant variant;
};

sim::Scenario scenario_of(const Manager& manager, const platform::sim::Machine& machine, const Setting& setting) {
  sim::Scenario scenario;
  scenario.machine = machine;
  scenario.machine.cores = setting.cores;
  for (auto* cost :
       {&scenario.machine.line.transfer, &scenario.machine.line.transfer_far, &scenario.machine.line.upgrade})
    *cost = *cost * setting.variant.percent / 100;
  scenario.options = {.seed = setting.variant.seed, .jitter_permille = 50};
  scenario.dependence = manager.dependence;
  scenario.async = manager.parameters;
  scenario.scheduler = "dbf";    // the paper's
  scenario.window = UINT32_MAX;  // as is that tasks are created without end
  return scenario;
}

void run(const Case& chosen, const Manager& manager, const sim::Program& program, const sim::Scenario& scenario,
         std::uint32_t percent) {
  const auto begin = std::chrono::steady_clock::now();
  const sim::Prediction made = sim::replay(program, scenario);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (made.report.outcome != platform::sim::Outcome::finished) {
    std::fprintf(stderr, "figure %d, %s, %s: could not be ended\n%s", chosen.figure, chosen.machine, manager.name,
                 made.report.story.c_str());
    std::exit(1);
  }
  const auto tasks = static_cast<double>(program.tasks.size());
  std::printf("%d,%s,%s,%u,\"%s\",%u,%lu,%.0f,%.3f,%.2f,%.1f,%.0f\n", chosen.figure, chosen.machine, chosen.grain,
              scenario.machine.cores, manager.name, percent, static_cast<unsigned long>(scenario.options.seed), tasks,
              static_cast<double>(made.makespan_ns) / 1e6,
              static_cast<double>(program.work_ns()) / static_cast<double>(made.makespan_ns),
              static_cast<double>(made.report.transfers) / tasks, tasks / seconds);
  std::fflush(stdout);
}

platform::sim::Machine machine_of(const std::string& machines, const char* name) {
  auto file = sim::read_machine(machines + "/" + name + ".toml");
  if (file) return file.value().machine;
  std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
  std::exit(1);
}

void curve(const Case& chosen, const Manager& manager, const sim::Program& program,
           const platform::sim::Machine& machine) {
  const bool small = program.tasks.size() <= k_most_in_band;
  for (std::uint32_t cores = small ? 4 : machine.cores / 2; cores < machine.cores; cores *= 4)
    run(chosen, manager, program, scenario_of(manager, machine, {cores, k_usual}), 100);
  run(chosen, manager, program, scenario_of(manager, machine, {machine.cores, k_usual}), 100);
  if (!small) return;
  for (const Variant& variant : k_band)
    run(chosen, manager, program, scenario_of(manager, machine, {machine.cores, variant}), variant.percent);
}

void figure(const std::string& machines, int number) {
  std::printf(
      "figure,machine,grain,cores,manager,transfer_percent,seed,tasks,ms,speedup,lines_per_task,simulated_per_s\n");
  for (const Case& chosen : k_cases) {
    if (chosen.figure != number) continue;
    const platform::sim::Machine machine = machine_of(machines, chosen.machine);
    const sim::Program program = program_of(chosen, machine, std::min(chosen.side, k_rounds));
    for (const Manager& manager : k_managers) curve(chosen, manager, program, machine);
    if (number != 9 || std::string(chosen.machine) != "knl7230") continue;
    sim::Program longer = program;
    for (sim::ProgramTask& task : longer.tasks)
      task.duration_ns = static_cast<std::uint64_t>(k_inflation * static_cast<double>(task.duration_ns));
    curve(chosen, k_inflated, longer, machine);
  }
}

/// Figures 12 and 14: tasks in the graph, over the tasks that have left it.
void course(const std::string& machines) {
  std::printf("figure,manager,left,in_graph\n");
  const std::pair<int, Case> k_courses[] = {{12, k_cases[0]}, {14, k_cases[9]}};
  for (const auto& [number, chosen] : k_courses) {
    const platform::sim::Machine machine = machine_of(machines, chosen.machine);
    const sim::Program program = program_of(chosen, machine, chosen.side);
    for (const Manager& manager : k_managers) {
      auto size = sim::GraphSize::start();
      if (!size) std::exit(1);
      sim::Scenario scenario = scenario_of(manager, machine, {machine.cores, k_usual});
      scenario.graph_size = size.value().get();
      sim::replay(program, scenario);
      const std::vector<std::uint32_t> all = size.value()->course();
      constexpr std::size_t k_points = 200;  // the most of each stretch between two
      for (std::size_t point = 0; point < k_points; ++point) {
        std::uint32_t most = 0;
        for (std::size_t at = all.size() * point / k_points; at < all.size() * (point + 1) / k_points; ++at)
          most = std::max(most, all[at]);
        std::printf("%d,%s,%zu,%u\n", number, manager.name, all.size() * (point + 1) / k_points, most);
      }
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string wanted = count > 2 ? arguments[2] : "";
  if (wanted == "course") {
    course(arguments[1]);
  } else if (wanted == "9" || wanted == "10" || wanted == "11") {
    figure(arguments[1], std::atoi(wanted.c_str()));
  } else {
    std::fprintf(stderr, "usage: ddast_figures MACHINES (9 | 10 | 11 | course)\n");
    return 2;
  }
  return 0;
}
