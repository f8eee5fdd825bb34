// The SWITCHES paper's many-core figures in virtual time: OpenMP's ways to run loops beside Heddle's plans, on the
// paper's Xeon Phi. A line of CSV for each run; run.py makes a page of them, and says what is an input.
//
//   cmake --build BUILD --target switches_figures
//   BUILD/bin/switches_figures MACHINES (1 | curves | applications | 14 | sizes | assignment)
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <vector>

#include "programs.hpp"
#include "sim/machine_file.hpp"

namespace {

using namespace heddle;
using namespace heddle::switches;

/// One line's cost, and one order of what happens at the same time.
struct Draw {
  std::uint32_t percent = 100;
  std::uint64_t seed = 1;
};
constexpr Draw k_once[] = {{}};
constexpr Draw k_band[] = {{100, 1}, {100, 2}, {100, 3}, {100, 4}, {100, 5}, {50, 1}, {200, 1}};

struct Wanted {
  std::string figure;
  std::string application;
  Variant way;
  std::uint32_t threads;
  Assignment assignment = Assignment::scatter;
  const char* dependence = "locked";  // of depend: stands for the paper's OpenMP
};

class Figures {
 public:
  explicit Figures(platform::sim::Machine machine) : machine_(std::move(machine)) {
    std::printf("figure,application,way,assignment,threads,tasks,transfer_percent,seed,ms,speedup\n");
  }

  /// Four loops, the same work in ever more tasks: a tenth of a second on one thread.
  void figure1() {
    for (const std::uint32_t tasks : {240u, 960u, 3'840u}) {
      const LoopProgram program =
          loop_program({.name = "Four loops", .loops = 4, .tasks = tasks, .work_ns = 100'000'000});
      for (const Variant way :
           {Variant::static_for, Variant::dynamic_for, Variant::depend, Variant::plan_robin, Variant::plan})
        run({"1", "Four loops", way, 240}, program, k_band);
      run({"1", "Four loops", Variant::depend, 240, Assignment::scatter, "adaptive"}, program, k_band);
    }
  }

  /// Figures 7 to 13: from one thread to more than the machine has.
  void curves() {
    for (const Application& application : switches::applications()) {
      const LoopProgram program = program_of(application);
      for (const std::uint32_t threads : {1u, 16u, 32u, 60u, 120u, 180u, 240u, 300u, 360u})
        for (const Variant way : ways_of(application))
          run({application.figure, application.name, way, threads, usual(way)}, program, k_once);
    }
  }

  /// The same at the paper's peaks, with what draws and costs of lines change.
  void applications() {
    for (const Application& application : switches::applications()) {
      const LoopProgram program = program_of(application);
      for (const Variant way : ways_of(application))
        run({application.figure, application.name, way, application.peak_threads, usual(way)}, program, k_band);
    }
  }

  /// Poisson2D on 32 threads: a loop that copies and one that computes, by how many tasks each is cut into.
  void figure14() {
    for (const std::uint32_t tasks : {512u, 4'096u, 16'384u}) {
      const LoopProgram program = loop_program({.name = "Poisson2D",
                                                .loops = 2,
                                                .tasks = tasks,
                                                .work_ns = 12'140'000'000,
                                                .uneven_percent = 100,
                                                .reach = Reach::neighbours});
      for (const Variant way :
           {Variant::tasks, Variant::depend, Variant::plan_robin, Variant::plan, Variant::plan_split})
        run({"14", "Poisson2D", way, 32}, program, k_once);
    }
  }

  /// Figures 17 and 18: the three data sets at 240 threads, Poisson2D at 32.
  void sizes() {
    for (const Application& application : switches::applications()) {
      const std::uint32_t threads = application.peak_threads == 32 ? 32 : 240;
      for (std::uint32_t data_set = 0; data_set <= k_largest; ++data_set) {
        const LoopProgram program = program_of(application, data_set);
        for (const Variant way : ways_of(application))
          run({"DS" + std::to_string(data_set + 1), application.name, way, threads, usual(way)}, program, k_once);
      }
    }
  }

  /// Compact, scatter and hybrid, of the published scheme.
  void assignment() {
    for (const Application& application : switches::applications()) {
      const LoopProgram program = program_of(application);
      for (const std::uint32_t threads : {32u, 60u, 90u, 120u, 240u})
        for (const Assignment assignment : {Assignment::compact, Assignment::scatter, Assignment::hybrid})
          run({application.figure, application.name, Variant::plan_robin, threads, assignment}, program, k_once);
    }
  }

 private:
  static std::vector<Variant> ways_of(const Application& application) {
    std::vector<Variant> ways = {Variant::static_for, Variant::dynamic_for, Variant::tasks,
                                 Variant::plan_robin, Variant::plan,        Variant::plan_told};
    if (application.loops != 1) ways.push_back(Variant::depend);
    return ways;
  }

  /// As published: round robin and hybrid go together.
  static Assignment usual(Variant way) { return way == Variant::plan_robin ? Assignment::hybrid : Assignment::scatter; }

  WayScenario scenario_of(const Wanted& wanted, const Draw& draw) const {
    WayScenario scenario;
    scenario.machine = machine_with(machine_, wanted.threads, wanted.assignment);
    for (auto* cost :
         {&scenario.machine.line.transfer, &scenario.machine.line.transfer_far, &scenario.machine.line.upgrade})
      *cost = *cost * draw.percent / 100;
    scenario.dependence = wanted.dependence;
    scenario.options = {.seed = draw.seed, .jitter_permille = 50};
    // As long as Intel's runtime, the paper's, keeps its threads awake between two loops; the others' loops take
    // longer.
    if (wanted.figure == "1") scenario.spin_ns = 200'000'000;
    return scenario;
  }

  void run(const Wanted& wanted, const LoopProgram& program, std::span<const Draw> draws) {
    for (const Draw& draw : draws) {
      const WayRun made = run_loops(program, wanted.way, scenario_of(wanted, draw));
      if (made.report.outcome != platform::sim::Outcome::finished || made.tasks_run != program.program.tasks.size()) {
        std::fprintf(stderr, "%s, %s, %u threads: could not be ended\n%s", wanted.application.c_str(),
                     name_of(wanted.way), wanted.threads, made.report.story.c_str());
        std::exit(1);
      }
      const std::string manager = wanted.way == Variant::depend ? std::string(" (") + wanted.dependence + ")" : "";
      const auto work = static_cast<double>(program.program.work_ns() - program.program.own_ns);
      std::printf("%s,%s,\"%s%s\",%s,%u,%zu,%u,%lu,%.3f,%.2f\n", wanted.figure.c_str(), wanted.application.c_str(),
                  name_of(wanted.way), manager.c_str(), name_of(wanted.assignment), wanted.threads,
                  program.program.tasks.size() / (wanted.application == "SparseLU" ? 1 : program.loops.size()),
                  draw.percent, static_cast<unsigned long>(draw.seed), static_cast<double>(made.ns) / 1e6,
                  work / static_cast<double>(made.ns));
      std::fflush(stdout);
    }
  }

  const platform::sim::Machine machine_;
};

}  // namespace

int main(int count, char** arguments) {
  const std::string wanted = count > 2 ? arguments[2] : "";
  const std::pair<const char*, void (Figures::*)()> k_parts[] = {
      {"1", &Figures::figure1},   {"curves", &Figures::curves}, {"applications", &Figures::applications},
      {"14", &Figures::figure14}, {"sizes", &Figures::sizes},   {"assignment", &Figures::assignment}};
  for (const auto& [name, part] : k_parts) {
    if (wanted != name) continue;
    const auto file = sim::read_machine(std::string(arguments[1]) + "/knc7120.toml");
    if (!file) {
      std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
      return 1;
    }
    Figures figures(file.value().machine);
    (figures.*part)();
    return 0;
  }
  std::fprintf(stderr, "usage: switches_figures MACHINES (1 | curves | applications | 14 | sizes | assignment)\n");
  return 2;
}
