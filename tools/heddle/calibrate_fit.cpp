#include "tools/heddle/calibrate_fit.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "platform/sim/sim.hpp"
#include "sim/rehearsal.hpp"
#include "sim/replay.hpp"
#include "sim/shapes.hpp"

namespace heddle::tools {

namespace {

using platform::Sim;
using platform::sim::Cycles;
using platform::sim::Machine;

constexpr std::uint32_t k_rounds = 500;

double program_ns(const Machine& machine, TwoCores<Sim>::Program program) {
  platform::sim::Engine engine(machine, {});
  TwoCores<Sim>::Words words;
  const auto report = engine.run([&] {
    engine.start([&] {
      program(words, 1, k_rounds);
      words.ended.store(1);
    });
    program(words, 0, k_rounds);
    Sim::spin_until(words.ended, [](std::uint32_t ended) { return ended == 1; }, platform::Spins::unbounded());
  });
  return static_cast<double>(report.cycles) * 1000 / machine.mhz / k_rounds;
}

ProgramTimes times_of(Machine machine) {
  machine.cores = 2;
  machine.operation = 1;  // nothing of the engine lies around these programs' operations
  ProgramTimes times;
  for (std::size_t at = 0; at < times.size(); ++at) times[at] = program_ns(machine, TwoCores<Sim>::k_all[at]);
  return times;
}

double distance(const ProgramTimes& one, const ProgramTimes& other) {
  double sum = 0;
  for (std::size_t at = 0; at < one.size(); ++at) sum += std::pow(std::log(one[at] / other[at]), 2);
  return sum;
}

/// One cost after the other, a little up and a little down, as long as that brings the programs nearer.
class Descent {
 public:
  Descent(const Machine& machine, const ProgramTimes& measured) : best_(machine), measured_(measured) {
    nearest_ = distance(times_of(best_), measured_);
  }

  Machine run() {
    constexpr int k_passes = 12;
    for (int pass = 0; pass < k_passes; ++pass) {
      for (const double step : {1.5, 1.1, 1 / 1.1, 1 / 1.5}) {
        try_with([&](auto& line) { line.transfer = scaled(line.transfer, step, {1, 1'000'000}); });
        try_with([&](auto& line) { line.upgrade = scaled(line.upgrade, step, {1, 1'000'000}); });
        try_with([&](auto& line) {
          line.hold_percent = static_cast<std::uint32_t>(scaled(line.hold_percent, step, {5, 95}));
        });
        try_with([&](auto& line) {
          line.chain_percent = static_cast<std::uint32_t>(scaled(line.chain_percent, step, {10, 100}));
        });
      }
    }
    return best_;
  }

 private:
  struct Range {
    double least, most;
  };
  static Cycles scaled(std::uint64_t value, double by, Range range) {
    return static_cast<Cycles>(std::clamp(std::round(static_cast<double>(value) * by), range.least, range.most));
  }

  template <class Change>
  void try_with(Change change) {
    Machine tried = best_;
    change(tried.line);
    tried.line.upgrade = std::min(tried.line.upgrade, tried.line.transfer);
    const double away = distance(times_of(tried), measured_);
    if (away >= nearest_) return;
    nearest_ = away;
    best_ = tried;
  }

  Machine best_;
  const ProgramTimes& measured_;
  double nearest_ = 0;
};

sim::Program empty_tasks() { return sim::chains({.chains = 64, .length = 64}); }

double replayed_ns(Machine machine, Cycles operation) {
  sim::Scenario scenario;
  scenario.machine = std::move(machine);
  scenario.machine.cores = 1;
  scenario.machine.operation = operation;
  return static_cast<double>(sim::replay(empty_tasks(), scenario).makespan_ns);
}

}  // namespace

Fit fit_lines(Machine machine, const ProgramTimes& measured) {
  const double flight = measured[0] / 2 * machine.mhz / 1000;  // half of a ping-pong, in cycles
  machine.line.transfer = std::max<Cycles>(static_cast<Cycles>(0.6 * flight), 2);
  machine.line.upgrade = std::max<Cycles>(machine.line.transfer / 3, 1);
  machine.line.hold_percent = 20;
  machine.line.chain_percent = 90;
  const Machine fitted = Descent(machine, measured).run();
  return {fitted.line, times_of(fitted)};
}

Cycles fit_operation(Machine machine) {
  constexpr Cycles k_most = 64;
  const sim::Program program = empty_tasks();
  std::vector<double> runs;
  for (int run = 0; run < 5; ++run) runs.push_back(static_cast<double>(sim::rehearse(program, {.threads = 1})));
  std::nth_element(runs.begin(), runs.begin() + 2, runs.end());
  Cycles low = 0, high = k_most;
  while (low < high) {
    const Cycles middle = (low + high) / 2;
    if (replayed_ns(machine, middle) < runs[2]) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace heddle::tools
