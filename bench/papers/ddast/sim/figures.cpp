// The DDAST paper's many-core figures in virtual time: a line of CSV for each run. run.py draws them, and says what is
// an input.
//
//   cmake --build BUILD --target ddast_figures
//   BUILD/bin/ddast_figures MACHINES (9 | 10 | 11) [MACHINE GRAIN [MANAGER]]   curves over cores
//   BUILD/bin/ddast_figures MACHINES parameters                      Figures 5 to 8
//   BUILD/bin/ddast_figures MACHINES courses                         Figures 12 to 15
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "cases.hpp"
#include "sim/graph_size.hpp"

namespace {

using namespace heddle;
using namespace heddle::ddast;

constexpr std::size_t k_most_in_band = 16'384;  // tasks; larger programs run once, so that all ends in minutes
constexpr Draw k_band[] = {{100, 2}, {100, 3}, {100, 4}, {100, 5}, {50, 1}, {200, 1}};  // with all cores
constexpr std::uint32_t k_rounds = 16;  // of Matmul's chains at most, in curves: rounds are alike

/// Figure 9 on KNL once more with tasks half as long again, as the paper has them under all but DDAST: they are a third
/// shorter there (section 6.1). Caches are not simulated, so this is an input.
constexpr double k_inflation = 1.5;

struct Run {
  std::string label;
  const Case* chosen;
  const Manager* manager;
  std::uint32_t cores;
  Draw draw;
};

sim::Prediction played(const sim::Program& program, const sim::Scenario& scenario, const std::string& what) {
  sim::Prediction made = sim::replay(program, scenario);
  if (made.report.outcome == platform::sim::Outcome::finished) return made;
  std::fprintf(stderr, "%s: could not be ended\n%s", what.c_str(), made.report.story.c_str());
  std::exit(1);
}

/// @returns the time
std::uint64_t print(const Run& run, const sim::Program& program, const platform::sim::Machine& machine) {
  const sim::Prediction made =
      played(program, scenario_of(*run.manager, machine, run.cores, run.draw), run.manager->name);
  const auto tasks = static_cast<double>(program.tasks.size());
  std::printf("%s,%s,%s,%s,%u,\"%s\",%u,%lu,%.0f,%.3f,%.2f,%.1f\n", run.label.c_str(), name_of(run.chosen->kernel),
              run.chosen->machine, run.chosen->grain, run.cores, run.manager->name.c_str(), run.draw.percent,
              static_cast<unsigned long>(run.draw.seed), tasks, static_cast<double>(made.makespan_ns) / 1e6,
              static_cast<double>(program.work_ns()) / static_cast<double>(made.makespan_ns),
              static_cast<double>(made.report.transfers) / tasks);
  std::fflush(stdout);
  return made.makespan_ns;
}

void print_head() {
  std::printf("figure,kernel,machine,grain,cores,manager,transfer_percent,seed,tasks,ms,speedup,lines_per_task\n");
}

struct Curve {
  std::string figure;
  const Case* chosen;
  const sim::Program* program;
  const platform::sim::Machine* machine;
};

void draw_curve(const Curve& curve, const Manager& manager) {
  const std::uint32_t all = curve.machine->cores;
  const bool small = curve.program->tasks.size() <= k_most_in_band;
  for (std::uint32_t cores = small ? 4 : all / 2; cores < all; cores *= 4)
    print({curve.figure, curve.chosen, &manager, cores, {}}, *curve.program, *curve.machine);
  print({curve.figure, curve.chosen, &manager, all, {}}, *curve.program, *curve.machine);
  if (!small) return;
  for (const Draw& draw : k_band)
    print({curve.figure, curve.chosen, &manager, all, draw}, *curve.program, *curve.machine);
}

/// What "DDAST tuned" is chosen from, for each case at its full number of cores: Table 5's values with one of them
/// changed.
std::vector<Manager> candidates() {
  constexpr std::uint32_t k_all = dependence::AsyncParameters::k_all;
  return {{"2 managers", "async", {.managers = 2}},
          {"all manage", "async", {.managers = k_all}},
          {"64 operations", "async", {.operations = 64}},
          {"16 ready", "async", {.ready = 16}},
          {"initial", "async", initial_parameters()}};
}

/// The paper's "DDAST tuned": the best values for each combination of kernel, grain and machine (section 6.1).
Manager tuned_for(const Curve& curve) {
  Manager best{"async tuned", "async", {}};
  std::uint64_t shortest =
      played(*curve.program, scenario_of(best, *curve.machine, curve.machine->cores), "async").makespan_ns;
  for (const Manager& candidate : candidates()) {
    const Run run{curve.figure + " tuning", curve.chosen, &candidate, curve.machine->cores, {}};
    const std::uint64_t ns = print(run, *curve.program, *curve.machine);
    if (ns >= shortest) continue;
    shortest = ns;
    best.parameters = candidate.parameters;
  }
  return best;
}

struct Only {
  std::string machine;
  std::string grain;
  std::string manager;  // by its name in managers(), or in runtime/dependence_table.hpp

  bool has(const Case& chosen) const { return machine.empty() || (machine == chosen.machine && grain == chosen.grain); }
};

void curves(const std::string& machines, const std::string& figure, const Only& only) {
  print_head();
  for (const Case& chosen : cases()) {
    if (static_cast<int>(chosen.kernel) + 9 != std::atoi(figure.c_str())) continue;
    if (!only.has(chosen)) continue;
    const platform::sim::Machine machine = machine_of(machines, chosen.machine);
    const sim::Program program = program_of(chosen, machine, {.rounds = k_rounds});
    const Curve curve{figure, &chosen, &program, &machine};
    if (!only.manager.empty()) {
      const auto known = std::ranges::find(managers(), only.manager, &Manager::name);
      draw_curve(curve, known != managers().end() ? *known : Manager{only.manager, only.manager, {}});
      continue;
    }
    for (const Manager& manager : managers()) draw_curve(curve, manager);
    draw_curve(curve, tuned_for(curve));
    if (figure != "9" || std::string(chosen.machine) != "knl7230") continue;
    sim::Program longer = program;
    for (sim::ProgramTask& task : longer.tasks)
      task.duration_ns = static_cast<std::uint64_t>(k_inflation * static_cast<double>(task.duration_ns));
    draw_curve({figure, &chosen, &longer, &machine}, {"locked, tasks 1.5 times as long", "locked", {}});
  }
}

/// Figures 5 to 8: one parameter at a time, doubled from 1 to 128, the others at Table 5's initial values; N-Body, too,
/// with which section 5.5 verifies.
void parameters(const std::string& machines) {
  print_head();
  using Parameters = dependence::AsyncParameters;
  constexpr std::pair<const char*, std::uint32_t Parameters::*> k_swept[] = {{"5", &Parameters::managers},
                                                                             {"6", &Parameters::spins},
                                                                             {"7", &Parameters::operations},
                                                                             {"8", &Parameters::ready}};
  for (const Case& chosen : cases()) {
    if (std::string(chosen.machine) != "knl7230") continue;
    // A quarter of the fine programs: 33 runs each.
    Case shorter = chosen;
    if (std::string(chosen.grain) == "fine" && chosen.kernel != Kernel::matmul) shorter.side /= 2;
    const platform::sim::Machine machine = machine_of(machines, chosen.machine);
    const sim::Program program = program_of(shorter, machine, {.rounds = k_rounds});
    const Manager initial{"initial", "async", initial_parameters()}, tuned{"tuned", "async", {}};
    print({"0", &shorter, &initial, machine.cores, {}}, program, machine);
    print({"0", &shorter, &tuned, machine.cores, {}}, program, machine);
    for (const auto& [figure, parameter] : k_swept) {
      for (std::uint32_t value = 1; value <= 128; value *= 2) {
        Manager changed{std::to_string(value), "async", initial_parameters()};
        changed.parameters.*parameter = value;
        print({figure, &shorter, &changed, machine.cores, {}}, program, machine);
      }
    }
  }
}

constexpr std::size_t k_points = 200;  // of each line

/// The most of each stretch between two points.
void print_course(const std::string& figure, const std::string& manager, const std::vector<std::uint32_t>& all) {
  for (std::size_t point = 0; point < k_points; ++point) {
    std::uint32_t most = 0;
    for (std::size_t at = all.size() * point / k_points; at < all.size() * (point + 1) / k_points; ++at)
      most = std::max(most, all[at]);
    std::printf("%s,\"%s\",in graph,%zu,%u\n", figure.c_str(), manager.c_str(), all.size() * (point + 1) / k_points,
                most);
  }
}

/// How many threads are busy, on average over each stretch; x in microseconds.
void print_busy(const std::string& figure, const std::string& manager, const std::vector<sim::BodyRun>& runs) {
  std::uint64_t first = UINT64_MAX, last = 0;
  for (const sim::BodyRun& run : runs) first = std::min(first, run.from_ns), last = std::max(last, run.to_ns);
  const double stretch = static_cast<double>(last - first) / k_points;
  std::vector<double> busy(k_points, 0);
  for (const sim::BodyRun& run : runs) {
    const double from = static_cast<double>(run.from_ns - first) / stretch,
                 to = static_cast<double>(run.to_ns - first) / stretch;
    for (auto at = static_cast<std::size_t>(from); at < k_points && static_cast<double>(at) < to; ++at)
      busy[at] += std::min(to, static_cast<double>(at + 1)) - std::max(from, static_cast<double>(at));
  }
  for (std::size_t point = 0; point < k_points; ++point)
    std::printf("%s,\"%s\",busy,%.0f,%.1f\n", figure.c_str(), manager.c_str(),
                (static_cast<double>(point) + 0.5) * stretch / 1e3, busy[point]);
}

/// Figures 12 to 15: tasks in the graph over the tasks that have left it, and busy threads over time. Figure 15 is a
/// part of 14's run.
void courses(const std::string& machines) {
  std::printf("figure,manager,series,x,y\n");
  const std::pair<const char*, const Case*> k_courses[] = {{"12", case_of(Kernel::matmul, "knl7230", "fine")},
                                                           {"13", case_of(Kernel::nbody, "thunderx48", "coarse")},
                                                           {"14", case_of(Kernel::sparse_lu, "thunderx48", "coarse")}};
  for (const auto& [figure, chosen] : k_courses) {
    const platform::sim::Machine machine = machine_of(machines, chosen->machine);
    const sim::Program program = program_of(*chosen, machine, {.steps = 2});
    for (const Manager& manager : managers()) {
      auto size = sim::GraphSize::start();
      if (!size) std::exit(1);
      std::vector<sim::BodyRun> runs;
      sim::Scenario scenario = scenario_of(manager, machine, machine.cores);
      scenario.graph_size = size.value().get();
      scenario.body_runs = &runs;
      played(program, scenario, manager.name);
      print_course(figure, manager.name, size.value()->course());
      print_busy(figure, manager.name, runs);
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string wanted = count > 2 ? arguments[2] : "";
  if (wanted == "courses") {
    courses(arguments[1]);
  } else if (wanted == "parameters") {
    parameters(arguments[1]);
  } else if (wanted == "9" || wanted == "10" || wanted == "11") {
    curves(arguments[1], wanted,
           {count > 4 ? arguments[3] : "", count > 4 ? arguments[4] : "", count > 5 ? arguments[5] : ""});
  } else {
    std::fprintf(stderr,
                 "usage: ddast_figures MACHINES (9 | 10 | 11 [MACHINE GRAIN [MANAGER]] | parameters | courses)\n");
    return 2;
  }
  return 0;
}
