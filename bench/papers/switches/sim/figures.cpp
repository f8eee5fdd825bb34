// The SWITCHES paper's Figures 1, 7, 8 and 10 to 14 in virtual time: OpenMP's ways to run loops beside Heddle's plans,
// on 240 threads of the paper's Xeon Phi. A line of CSV for each run; run.py makes a page of them, and says what is an
// input.
//
//   cmake --build BUILD --target switches_figures && BUILD/bin/switches_figures MACHINES (1 | applications | 14)
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "sim/machine_file.hpp"
#include "sim/ways.hpp"

namespace {

using namespace heddle;
using sim::Variant;

constexpr std::uint32_t k_cores = 60;  // the paper leaves the last one to the system

/// One line's cost, and one order of what happens at the same time.
struct Variant {
  std::uint32_t percent;
  std::uint64_t seed;
};
constexpr Variant k_band[] = {{100, 1}, {100, 2}, {100, 3}, {100, 4}, {100, 5}, {50, 1}, {200, 1}};

struct Wanted {
  const char* figure;
  std::uint32_t threads;
  const char* dependence;  // of depend: locked stands for the paper's OpenMP
};

sim::WayScenario scenario_of(const platform::sim::Machine& machine, const Wanted& wanted, const Variant& variant) {
  sim::WayScenario scenario;
  scenario.machine = machine;
  scenario.machine.cores = wanted.threads;
  scenario.machine.shared.cores = k_cores;
  for (auto* cost :
       {&scenario.machine.line.transfer, &scenario.machine.line.transfer_far, &scenario.machine.line.upgrade})
    *cost = *cost * variant.percent / 100;
  scenario.dependence = wanted.dependence;
  scenario.options = {.seed = variant.seed, .jitter_permille = 50};
  // As long as Intel's runtime, the paper's, keeps its threads awake between two loops; the others' loops take longer.
  if (std::string(wanted.figure) == "1") scenario.spin_ns = 200'000'000;
  return scenario;
}

void run(const platform::sim::Machine& machine, const Wanted& wanted, const sim::LoopShapes& shape, Variant way) {
  const sim::LoopProgram program = sim::loop_program(shape);
  for (const Variant& variant : k_band) {
    const sim::WayRun made = sim::run_loops(program, way, scenario_of(machine, wanted, variant));
    if (made.report.outcome != platform::sim::Outcome::finished || made.tasks_run != program.program.tasks.size()) {
      std::fprintf(stderr, "%s, %s: could not be ended\n%s", shape.name.c_str(), name_of(way),
                   made.report.story.c_str());
      std::exit(1);
    }
    const std::string manager = way == Variant::depend ? std::string(" (") + wanted.dependence + ")" : "";
    std::printf("%s,%s,\"%s%s\",%u,%u,%u,%lu,%.3f,%.2f\n", wanted.figure, shape.name.c_str(), name_of(way),
                manager.c_str(), wanted.threads, shape.tasks, variant.percent, static_cast<unsigned long>(variant.seed),
                static_cast<double>(made.ns) / 1e6, static_cast<double>(shape.work_ns) / static_cast<double>(made.ns));
    std::fflush(stdout);
  }
}

/// Four loops, the same work in ever more tasks: a tenth of a second on one thread.
void figure1(const platform::sim::Machine& machine) {
  for (const std::uint32_t tasks : {240u, 960u, 3'840u}) {
    const sim::LoopShapes shape{.name = "Four loops", .loops = 4, .tasks = tasks, .work_ns = 100'000'000};
    for (const Variant way : {Variant::static_for, Variant::dynamic_for, Variant::depend, Variant::plan})
      run(machine, {"1", 240, "locked"}, shape, way);
    run(machine, {"1", 240, "adaptive"}, shape, Variant::depend);
  }
}

/// SparseLU's 480 x 480 blocks of 32 x 32 are 480^3 / 3 tasks at most: Table 3's 6,798 s make 184 us each. Simulated
/// are 40 loops of 480 of them: all would take hours.
constexpr std::uint64_t k_sparse_lu_task_ns = 184'000;

/// Table 3's serial times, Table 2's loops, at the number of threads that the figure has its peak at. OCEAN: a red and
/// a black half of one sweep, a task a row. Poisson2D: a loop that copies and one that computes, four rows a task.
struct Application {
  const char* figure;
  std::uint32_t threads;
  sim::LoopShapes shape;
};
const Application k_applications[] = {
    {"7", 240, {.name = "Q12", .loops = 1, .tasks = 4'800, .work_ns = 373'350'000'000}},
    {"8", 240, {.name = "MMULT", .loops = 1, .tasks = 1'024, .work_ns = 78'170'000'000}},
    {"10", 120, {.name = "SU3", .loops = 1, .tasks = 7'680, .work_ns = 3'590'000'000}},
    {"11",
     240,
     {.name = "SparseLU",
      .loops = 40,
      .tasks = 480,
      .work_ns = 40 * 480 * k_sparse_lu_task_ns,
      .uneven_percent = 200,
      .reach = sim::Reach::neighbours}},
    {"12",
     120,
     {.name = "OCEAN", .loops = 2, .tasks = 16'384, .work_ns = 14'570'000'000, .reach = sim::Reach::neighbours}},
    {"13",
     32,
     {.name = "Poisson2D",
      .loops = 2,
      .tasks = 4'096,
      .work_ns = 12'140'000'000,
      .uneven_percent = 100,
      .reach = sim::Reach::neighbours}},
};

void applications(const platform::sim::Machine& machine) {
  for (const Application& application : k_applications) {
    const Wanted wanted{application.figure, application.threads, "locked"};
    for (const Variant way : {Variant::static_for, Variant::dynamic_for, Variant::tasks, Variant::plan})
      run(machine, wanted, application.shape, way);
    if (application.shape.loops > 1) run(machine, wanted, application.shape, Variant::depend);
  }
}

/// Poisson2D on 32 threads: a loop that copies and one that computes, by how many tasks each is cut into.
void figure14(const platform::sim::Machine& machine) {
  for (const std::uint32_t tasks : {512u, 4'096u, 16'384u}) {
    sim::LoopShapes shape = k_applications[5].shape;
    shape.tasks = tasks;
    for (const Variant way : {Variant::tasks, Variant::depend, Variant::plan, Variant::plan_split})
      run(machine, {"14", 32, "locked"}, shape, way);
  }
}

}  // namespace

int main(int count, char** arguments) {
  const std::string wanted = count > 2 ? arguments[2] : "";
  if (wanted != "1" && wanted != "applications" && wanted != "14") {
    std::fprintf(stderr, "usage: switches_figures MACHINES (1 | applications | 14)\n");
    return 2;
  }
  const auto file = sim::read_machine(std::string(arguments[1]) + "/knc7120.toml");
  if (!file) {
    std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
    return 1;
  }
  std::printf("figure,application,way,threads,tasks,transfer_percent,seed,ms,speedup\n");
  if (wanted == "1") figure1(file.value().machine);
  if (wanted == "applications") applications(file.value().machine);
  if (wanted == "14") figure14(file.value().machine);
  return 0;
}
