#include "sim/study.hpp"

#include <algorithm>
#include <optional>
#include <span>

#include "base/quoted.hpp"
#include "base/spelling.hpp"
#include "platform/sim/sim.hpp"
#include "runtime/policies.hpp"

namespace heddle::sim {

namespace {

constexpr std::uint32_t k_jitter_permille = 50;  // of a flight and a wake-up, so that seeds differ

Scenario varied(const Study& study, std::uint32_t cores, std::uint32_t percent, std::uint32_t seed) {
  Scenario scenario = study.scenario;
  scenario.machine.cores = cores;
  auto& line = scenario.machine.line;
  for (auto* cost : {&line.transfer, &line.transfer_far, &line.upgrade})
    *cost = std::max<platform::sim::Cycles>(*cost * percent / 100, 1);
  scenario.options.seed = seed;
  scenario.options.jitter_permille = study.seeds > 1 ? k_jitter_permille : 0;
  return scenario;
}

// Who moves as much as a core can is busy; who gets less waits for memory.
Limit limit_of(const Program& program, const Scenario& scenario, const Prediction& prediction) {
  constexpr double k_most = 0.9;
  const auto time = static_cast<double>(prediction.makespan_ns);
  const double cores = scenario.machine.cores;
  if (static_cast<double>(program.critical_path_ns(pace_of(scenario))) >= k_most * time) return Limit::critical_path;
  const auto busy = static_cast<double>(prediction.busy_ns + prediction.memory_ns - prediction.crowded_ns);
  if (busy >= k_most * time * cores) return Limit::cores;
  const double lost = time * cores - busy;
  if (static_cast<double>(prediction.used_up_ns) >= k_most * time) return Limit::memory;
  if (prediction.crowded_ns != 0 && static_cast<double>(prediction.crowded_ns) >= lost / 2) return Limit::memory;
  if (static_cast<double>(prediction.created_ns) >= k_most * time) return Limit::producer;
  if (program.regions.empty()) return Limit::runtime;
  if (static_cast<double>(program.own_ns) * (cores - 1) >= lost / 2) return Limit::serial;
  if (static_cast<double>(prediction.waited_ns) >= lost / 2) return Limit::imbalance;
  return Limit::runtime;
}

template <class Policy>
std::optional<base::Error> unknown(const char* kind, const std::string& name, std::span<const Policy> policies) {
  if (runtime::find_policy(policies, name) != nullptr) return std::nullopt;
  return base::Error{base::Code::unsupported, base::quoted(name) + " is no " + kind,
                     "there are " + base::listed_for(name, runtime::names_of(policies))};
}

/// Of the policies that the scenario names, the first that there is not.
std::optional<base::Error> unknown_policy(const Scenario& scenario) {
  using P = platform::Sim;
  if (auto error = unknown("scheduler", scenario.scheduler, runtime::schedulers<P>())) return error;
  if (auto error = unknown("dependence manager", scenario.dependence, runtime::dependence_managers<P>())) return error;
  if (scenario.loop.empty()) return std::nullopt;
  return unknown("loop schedule", scenario.loop, runtime::loop_schedules<P>());
}

base::Error stuck(const Program& program, const Prediction& prediction, std::uint32_t cores) {
  std::string what =
      prediction.report.outcome == platform::sim::Outcome::deadlock ? "no core can go on" : "there is no end to it";
  return {base::Code::graph,
          "simulating " + program.name + " on " + std::to_string(cores) + " cores: " + what + " after " +
              std::to_string(prediction.tasks_run) + " of " + std::to_string(program.tasks.size()) + " tasks\n" +
              prediction.report.story,
          "the graph may lack what a task waited for; if the program ends on a real machine, please report this"};
}

}  // namespace

const char* name_of(Limit limit) noexcept {
  switch (limit) {
    case Limit::critical_path:
      return "critical path";
    case Limit::cores:
      return "cores";
    case Limit::memory:
      return "memory";
    case Limit::producer:
      return "producer";
    case Limit::serial:
      return "serial part";
    case Limit::imbalance:
      return "imbalance";
    case Limit::runtime:
      break;
  }
  return "runtime";
}

MemoryPace pace_of(const Scenario& scenario) noexcept {
  const auto& memory = scenario.machine.memory;
  const std::uint32_t node = scenario.memory.memory == Memory::fast ? memory.fast_node_mbps : memory.node_mbps;
  if (memory.nodes == 0 || node == 0) return {};
  const std::uint64_t most = std::min(std::uint64_t{memory.nodes} * node, std::uint64_t{memory.core_mbps});
  return {.core_bytes_per_ns = static_cast<double>(most) / 1000,
          .usual_bytes_per_ns = scenario.memory.mbps / 1000.0,
          .sizes_count = scenario.memory.sizes == MemoryUse::Sizes::counted};
}

base::Result<Point> predict(const Program& program, const Study& study, std::uint32_t cores) {
  if (auto error = unknown_policy(study.scenario)) return std::move(*error);
  Point point{.cores = cores, .least_ns = UINT64_MAX};
  std::vector<std::uint64_t> own;  // times at the machine's own costs
  for (const std::uint32_t percent : study.transfer_percent) {
    for (std::uint32_t seed = 1; seed <= study.seeds; ++seed) {
      const Scenario scenario = varied(study, cores, percent, seed);
      const Prediction prediction = replay(program, scenario);
      if (prediction.report.outcome != platform::sim::Outcome::finished) return stuck(program, prediction, cores);
      point.least_ns = std::min(point.least_ns, prediction.makespan_ns);
      point.most_ns = std::max(point.most_ns, prediction.makespan_ns);
      if (percent != 100) continue;
      own.push_back(prediction.makespan_ns);
      if (seed != 1) continue;
      const std::uint64_t handed_out = program.tasks.size() + prediction.chunks_run;
      const auto tasks = static_cast<double>(std::max<std::uint64_t>(handed_out, 1));
      point.busy = static_cast<double>(prediction.busy_ns) /
                   static_cast<double>(std::max<std::uint64_t>(prediction.makespan_ns, 1)) / cores;
      point.memory = static_cast<double>(prediction.memory_ns) /
                     static_cast<double>(std::max<std::uint64_t>(prediction.makespan_ns, 1)) / cores;
      point.transfers_per_task = static_cast<double>(prediction.report.transfers) / tasks;
      point.most_pending = prediction.most_pending;
      point.limit = limit_of(program, scenario, prediction);
    }
  }
  const auto middle = own.begin() + static_cast<std::ptrdiff_t>(own.size() / 2);
  std::nth_element(own.begin(), middle, own.end());
  point.median_ns = *middle;
  return point;
}

}  // namespace heddle::sim
