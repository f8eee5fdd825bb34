// The DDAST paper's many-core figures in virtual time, on the machine KNL of the paper: Heddle's managers `locked` and
// `async` (the paper's two) and its default, beside what the paper shows. README.md says what is fitted: nothing.
//
//   cmake --build BUILD --target ddast_figures && BUILD/bin/ddast_figures MACHINES
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "sim/machine_file.hpp"
#include "sim/replay.hpp"
#include "sim/shapes.hpp"

namespace {

using namespace heddle;

/// Table 2: the product of two matrices of 8192 x 8192, in blocks; a chain for each block of the result.
struct Grain {
  const char* name;
  std::uint32_t chains, length;
  std::uint64_t task_ns;  // 1.7 M cycles of 1.3 GHz for a block of 256 (specification, section 5), eight times for 512
};
constexpr Grain k_grains[] = {{"fine", 1024, 32, 1'307'692}, {"coarse", 256, 16, 10'461'538}};

struct Run {
  sim::Prediction prediction;
  std::uint32_t most_in_graph = 0;
  double seconds = 0;  // of the host
};

Run run(const sim::Program& program, const platform::sim::Machine& machine, const char* dependence) {
  auto size = sim::GraphSize::start();
  if (!size) std::fprintf(stderr, "%s\n%s\n", size.error().what.c_str(), size.error().hint.c_str()), std::exit(1);
  sim::Scenario scenario;
  scenario.machine = machine;
  scenario.dependence = dependence;
  scenario.scheduler = "dbf";    // the paper's
  scenario.window = UINT32_MAX;  // as is that tasks are created without end
  scenario.graph_size = size.value().get();
  const auto begin = std::chrono::steady_clock::now();
  Run made{sim::replay(program, scenario)};
  made.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  made.most_in_graph = size.value()->most();
  return made;
}

void print(const Grain& grain, std::uint32_t cores, const char* dependence, const sim::Program& program,
           const Run& made) {
  const auto& prediction = made.prediction;
  if (prediction.report.outcome != platform::sim::Outcome::finished) {
    std::printf("%-7s %6u %-9s could not be ended:\n%s", grain.name, cores, dependence,
                prediction.report.story.c_str());
    return;
  }
  std::printf("%-7s %6u %-9s %9.1f %9.2f %14u %11.1f %12.0f\n", grain.name, cores, dependence,
              static_cast<double>(prediction.makespan_ns) / 1e6,
              static_cast<double>(program.work_ns()) / static_cast<double>(prediction.makespan_ns), made.most_in_graph,
              static_cast<double>(prediction.report.transfers) / static_cast<double>(program.tasks.size()),
              static_cast<double>(program.tasks.size()) / made.seconds);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::string machines = argument_count > 1 ? arguments[1] : "machines";
  auto file = sim::read_machine(machines + "/knl7230.toml");
  if (!file) {
    std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
    return 1;
  }
  std::printf("grain    cores manager     time ms  speed-up  most in graph  lines/task  simulated/s\n");
  for (const Grain& grain : k_grains) {
    const sim::Program program =
        sim::chains({.chains = grain.chains, .length = grain.length, .task_ns = grain.task_ns, .create_ns = 1000});
    for (const std::uint32_t cores : {16u, 64u}) {
      for (const char* dependence : {"locked", "async", "adaptive"}) {
        platform::sim::Machine machine = file.value().machine;
        machine.cores = cores;
        print(grain, cores, dependence, program, run(program, machine, dependence));
      }
    }
  }
  return 0;
}
