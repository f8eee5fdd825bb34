// Which dependence manager is best where: 16 to 4,096 cores, tasks of a thousand to ten million cycles, on the machine
// of the future (machines/manycore1024.toml, with as many cores as are asked for). Beyond the papers: a prediction.
//
//   cmake --build BUILD --target simulate_phases && BUILD/bin/simulate_phases MACHINES [MOST_CORES]
//   BUILD/bin/simulate_phases MACHINES CORES TASK_CYCLES         that point alone: before and after a change of the
//   engine
//
// One program creates all tasks, in chains: four for each core, of eight tasks. A line of CSV for each point. What is
// hopeless is not simulated: a manager that at a quarter of the cores reached less than a third of the best one's
// efficiency, and all where the best one reached less than a hundredth there; nor are other costs of a line beyond 256
// cores. A run is cut after most_steps() of its cores, and then stands for the rest: what it reached is the work done
// till then.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <string>
#include <utility>

#include "sim/machine_file.hpp"
#include "sim/replay.hpp"
#include "sim/shapes.hpp"

namespace {

using namespace heddle;

constexpr const char* k_managers[] = {"adaptive", "direct", "locked", "async"};
constexpr std::uint32_t k_percents[] = {50, 100, 200};  // of a line's way: nobody knows it better

constexpr double k_hopeless = 0.01;  // of the ideal

// Some seconds of the host. Each core's first look for work alone goes to all others.
std::uint64_t most_steps(std::uint32_t cores) { return 15'000'000 + 8 * std::uint64_t{cores} * cores; }

struct Point {
  const platform::sim::Machine& machine;
  std::uint32_t cores;
  std::uint64_t task_cycles;
};

/// @returns how much of the ideal it reaches
double run(const Point& point, const char* manager, std::uint32_t percent) {
  sim::Scenario scenario;
  scenario.machine = point.machine;
  scenario.machine.cores = point.cores;
  for (auto* cost : {&scenario.machine.line.transfer, &scenario.machine.line.transfer_far})
    *cost = *cost * percent / 100;
  scenario.dependence = manager;
  scenario.options.most_steps = most_steps(point.cores);
  const sim::Program program =
      sim::chains({.chains = 4 * point.cores, .length = 8, .task_ns = point.task_cycles * 1000 / point.machine.mhz});
  const sim::Prediction made = sim::replay(program, scenario);
  const double tasks = std::max(made.tasks_run, 1u);
  const double time = static_cast<double>(made.makespan_ns) * point.cores;
  const double efficiency = tasks * static_cast<double>(program.tasks.front().duration_ns) / time;
  const double creation = static_cast<double>(made.created_ns) * point.machine.mhz / 1000 / tasks;
  const double part = tasks / static_cast<double>(program.tasks.size());
  std::printf("%u,%lu,%s,%u,%.3f,%.4f,%.1f,%.0f,%.2f\n", point.cores, static_cast<unsigned long>(point.task_cycles),
              manager, percent, static_cast<double>(made.makespan_ns) / 1e6, efficiency,
              static_cast<double>(made.report.transfers) / tasks, creation, part);
  std::fflush(stdout);
  return efficiency;
}

/// Who is still worth looking at with ever more cores, for one length of tasks and one cost of a line.
class Race {
 public:
  void run_at(const Point& point, std::uint32_t percent) {
    const double best = *std::max_element(std::begin(reached_), std::end(reached_));
    if (best < k_hopeless) return;
    double now[std::size(k_managers)] = {};
    for (std::size_t manager = 0; manager < std::size(k_managers); ++manager) {
      if (reached_[manager] >= best / 3) now[manager] = run(point, k_managers[manager], percent);
    }
    std::copy(std::begin(now), std::end(now), reached_);
  }

 private:
  double reached_[std::size(k_managers)] = {1, 1, 1, 1};
};

void diagram(const platform::sim::Machine& machine, std::uint32_t most) {
  constexpr std::uint32_t k_most_in_band = 256;
  std::map<std::pair<std::uint64_t, std::uint32_t>, Race> races;
  for (std::uint32_t cores = 16; cores <= most; cores *= 4) {
    for (std::uint64_t cycles = 1'000; cycles <= 10'000'000; cycles *= 10) {
      for (const std::uint32_t percent : k_percents) {
        if (percent == 100 || cores <= k_most_in_band)
          races[{cycles, percent}].run_at({machine, cores, cycles}, percent);
      }
    }
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) {
    std::fprintf(stderr, "usage: simulate_phases MACHINES [MOST_CORES] or MACHINES CORES TASK_CYCLES\n");
    return 2;
  }
  const auto file = sim::read_machine(std::string(arguments[1]) + "/manycore1024.toml");
  if (!file) {
    std::fprintf(stderr, "%s\n%s\n", file.error().what.c_str(), file.error().hint.c_str());
    return 1;
  }
  const auto most = static_cast<std::uint32_t>(count > 2 ? std::atoi(arguments[2]) : 4096);
  std::printf("cores,task_cycles,manager,transfer_percent,ms,efficiency,lines_per_task,cycles_to_create,part\n");
  if (count > 3) {
    for (const char* manager : k_managers)
      for (const std::uint32_t percent : k_percents)
        run({file.value().machine, most, static_cast<std::uint64_t>(std::atoll(arguments[3]))}, manager, percent);
    return 0;
  }
  diagram(file.value().machine, most);
  return 0;
}
