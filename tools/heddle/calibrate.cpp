#include "tools/heddle/calibrate.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <string>

#include "base/quoted.hpp"
#include "sim/machine_file.hpp"
#include "tools/heddle/calibrate_fit.hpp"
#include "tools/heddle/calibrate_host.hpp"
#include "tools/heddle/calibrate_memory.hpp"

namespace heddle::tools {

namespace {

using platform::sim::Cycles;
using platform::sim::Machine;

constexpr int k_failed = 1;
constexpr double k_far = 1.5;  // so many times the nearest flight, and a cpu belongs to another group

/// What stands in the file, with how it was found.
class Text {
 public:
  explicit Text(const Machine& machine) : mhz_(machine.mhz) {}

  void line(const std::string& text) { text_ += text + "\n"; }
  void value(const char* name, std::uint64_t value, const std::string& source) {
    line(fmt::format("{} = {{value = {}, source = \"{}\"}}", name, value, source));
  }
  /// In cycles, at least the least that the form allows.
  void measured(const char* name, double ns, std::uint64_t least = 0) {
    const auto cycles = static_cast<std::uint64_t>(std::llround(ns * mhz_ / 1000));
    value(name, std::max(cycles, least), fmt::format("measured by heddle calibrate: {:.4g} ns", ns));
  }
  const std::string& text() const { return text_; }

 private:
  const double mhz_;
  std::string text_;
};

/// How far the first cpu's neighbours are: the nearest one, a far one if there is any, and how many are near.
struct Neighbours {
  std::uint32_t near = 0, far = 0;  // cpus
  std::uint32_t group = 0;          // cpus of a group; 0: all are near
  double far_over_near = 1;
};

Neighbours look_around(const std::vector<std::uint32_t>& cpus) {
  Neighbours found{cpus.front(), cpus.front()};
  if (cpus.size() < 2) return found;
  std::vector<double> flights;
  for (std::size_t at = 1; at < cpus.size(); ++at) flights.push_back(measure_flight(cpus.front(), cpus[at]));
  const auto nearest = std::min_element(flights.begin(), flights.end());
  const auto farthest = std::max_element(flights.begin(), flights.end());
  found.near = cpus[1 + static_cast<std::size_t>(nearest - flights.begin())];
  found.far = cpus[1 + static_cast<std::size_t>(farthest - flights.begin())];
  found.far_over_near = *farthest / *nearest;
  if (found.far_over_near < k_far) return found;
  const double middle = std::sqrt(*farthest * *nearest);
  found.group = 1 + static_cast<std::uint32_t>(
                        std::count_if(flights.begin(), flights.end(), [&](double flight) { return flight < middle; }));
  return found;
}

/// What has been found out of this host.
struct Findings {
  HostCosts costs;
  Neighbours around;
  ProgramTimes measured;
  Fit fit;
};

void write_lines(Text& text, const Findings& found) {
  const auto& [costs, around, measured, fit] = found;
  std::string source = "fitted by heddle calibrate to five programs, ns measured and simulated:";
  for (std::size_t at = 0; at < measured.size(); ++at)
    source += fmt::format(" {} {:.3g} {:.3g}{}", k_program_names[at], measured[at], fit.simulated[at],
                          at + 1 < measured.size() ? "," : "");
  text.line("\n[line]");
  text.measured("hit", costs.hit / 2);
  text.measured("change", costs.change);
  text.value("transfer", fit.line.transfer, source);
  text.value("transfer_far",
             around.group == 0 ? fit.line.transfer
                               : static_cast<Cycles>(static_cast<double>(fit.line.transfer) * around.far_over_near),
             around.group == 0 ? "as transfer: all cpus are near each other"
                               : fmt::format("measured by heddle calibrate: {:.2f} flights", around.far_over_near));
  text.value("upgrade", fit.line.upgrade, "fitted, as transfer");
  text.value("hold_percent", fit.line.hold_percent, "fitted, as transfer");
  text.value("chain_percent", fit.line.chain_percent, "fitted, as transfer");
  text.value("overlap", 4, "guess: misses of one core under way at once");
  text.value("store_buffer", 48, "guess: stores of one core under way at once");
}

void write_system(Text& text, const HostCosts& costs) {
  text.line("\n[system]");
  text.measured("pause", costs.pause, 1);
  text.measured("yield", costs.yield, 1);
  text.measured("clock", costs.clock);
  text.measured("clock_of_thread", costs.clock_of_thread);
  text.measured("park", costs.park);
  text.measured("unpark", costs.unpark);
  text.measured("wake", costs.wake);
  text.measured("wake_latency", costs.wake_latency);
  text.measured("heavy_fence", costs.heavy_fence);
  text.measured("interrupt", costs.interrupt);
  text.measured("interrupt_latency", costs.interrupt_latency);
  text.measured("interrupted", costs.interrupted);
  text.measured("thread_start", costs.thread_start);
}

/// Leaves the section out, and says so, where it cannot be measured: it is optional, and the rest took long.
void write_memory(Text& text, const std::vector<std::uint32_t>& cpus) {
  const auto one = measure_triad({cpus.front()});
  const auto all = one ? measure_triad(cpus) : one;
  if (!all) {
    fmt::print(stderr, "heddle calibrate: [memory] is left out: {}\n  {}\n", all.error().what, all.error().hint);
    return;
  }
  const auto mbps = [](double measured) { return static_cast<std::uint64_t>(std::llround(measured)); };
  const char* const source = "measured by heddle calibrate: a triad of its own data, 24 bytes an element, on";
  const double most = std::max(all.value().mbps, one.value().mbps);  // all less only where something else was running
  text.line("\n[memory]");
  text.value("nodes", 1, "taken as one: data lie near those who use them");
  text.value("node_mbps", mbps(most), fmt::format("{} all {} cpus{}", source, cpus.size(), all.value().remark));
  text.value("fast_node_mbps", 0, "not looked for");
  text.value("core_mbps", mbps(one.value().mbps), fmt::format("{} one cpu{}", source, one.value().remark));
}

std::string processor_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (!line.starts_with("model name") || colon == std::string::npos) continue;
    std::erase_if(line, [](char letter) { return letter == '"' || letter == '\\'; });
    return line.substr(colon + 2);
  }
  return "a processor that does not tell its name";
}

std::string describe(const std::vector<std::uint32_t>& cpus) {
  fmt::print(stderr, "heddle calibrate: measuring {} cpus; nothing else should run for a few seconds\n", cpus.size());
  const Neighbours around = look_around(cpus);
  Machine machine;
  machine.mhz = static_cast<std::uint32_t>(std::lround(megahertz()));
  machine.cores = static_cast<std::uint32_t>(cpus.size());
  machine.group_cores = around.group;
  const HostCosts costs = measure_host(cpus.front(), around.near);
  const double per_ns = machine.mhz / 1000.0;
  machine.line.hit = static_cast<Cycles>(std::lround(costs.hit / 2 * per_ns));
  machine.line.change = static_cast<Cycles>(std::lround(costs.change * per_ns));
  const ProgramTimes measured = measure_lines(cpus.front(), around.near);
  const Fit fit = fit_lines(machine, measured);
  machine.line = fit.line;
  machine.operation = fit_operation(machine);
  Text text(machine);
  text.line("# Written by `heddle calibrate`; docs/simulate.md says what each number means. All costs in cycles.");
  text.line(fmt::format("about = \"{}, {} cpus\"", processor_name(), cpus.size()));
  text.value("cores", machine.cores, "cpus that this process may use; two of one core count as two");
  text.value(
      "group_cores", machine.group_cores,
      around.group == 0 ? "measured by heddle calibrate: all are near" : "measured by heddle calibrate: by flights");
  text.value("mhz", machine.mhz, "measured by heddle calibrate: a chain of additions");
  text.value("operation", machine.operation,
             "fitted by heddle calibrate: tasks that do nothing, on one thread and on one simulated core");
  write_lines(text, {costs, around, measured, fit});
  write_system(text, costs);
  write_memory(text, cpus);
  return text.text();
}

}  // namespace

int calibrate(const CalibrateRequest& request) {
  const std::vector<std::uint32_t> cpus = usable_cpus();
  if (cpus.size() < 2) {
    fmt::print(stderr,
               "heddle calibrate: this process may use one cpu only\n  two are needed to see what a line costs\n");
    return k_failed;
  }
  const std::string text = describe(cpus);
  if (const auto read = sim::parse_machine(text, "the new machine file"); !read) {
    fmt::print(stderr, "heddle calibrate: {}\n  the host was too disturbed; try again\n", read.error().what);
    return k_failed;
  }
  if (request.output.empty()) {
    fmt::print("{}", text);
    return 0;
  }
  std::ofstream file(request.output);
  file << text;
  file.close();
  if (!file) {
    fmt::print(stderr, "heddle calibrate: cannot write {}\n  name a file in a folder of yours\n",
               base::quoted(request.output));
    return k_failed;
  }
  fmt::print(stderr, "heddle calibrate: wrote {0}; try heddle simulate GRAPH --machine {0}\n",
             base::quoted(request.output));
  return 0;
}

}  // namespace heddle::tools
