#include "tools/heddle/calibrate.hpp"

#include <fmt/core.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <thread>

#include "base/quoted.hpp"
#include "sim/machine_file.hpp"
#include "tools/heddle/calibrate_fit.hpp"
#include "tools/heddle/calibrate_host.hpp"
#include "tools/heddle/calibrate_memory.hpp"
#include "tools/heddle/calibrate_quiet.hpp"

namespace heddle::tools {

namespace {

using platform::sim::Cycles;
using platform::sim::Machine;

constexpr int k_failed = 1;
constexpr double k_far = 1.5;  // so many times the nearest flight, and a cpu belongs to another group

/// What stands in the file, with how it was found.
class Text {
 public:
  explicit Text(double mhz) : mhz_(mhz) {}

  void line(const std::string& text) { text_ += text + "\n"; }
  /// What others had of the cpus while the values that follow were measured.
  void beside(double others) {
    doubt_ = others > k_quiet ? fmt::format("; DOUBTFUL: others had {:.0f} % of the cpus meanwhile", 100 * others) : "";
  }
  void value(const char* name, std::uint64_t value, const std::string& source) {
    line(fmt::format("{} = {{value = {}, source = \"{}{}\"}}", name, value, source, doubt_));
  }
  /// In cycles, at least the least that the form allows.
  void measured(const char* name, double ns, std::uint64_t least = 0) {
    const auto cycles = static_cast<std::uint64_t>(std::llround(ns * mhz_ / 1000));
    value(name, std::max(cycles, least), fmt::format("measured by heddle calibrate: {:.4g} ns", ns));
  }
  const std::string& text() const { return text_; }

 private:
  const double mhz_;
  std::string text_, doubt_;
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

/// What memory gives to one cpu and to all, or why that cannot be told.
struct Triads {
  TriadRate one, all;
  std::optional<base::Error> refused;
};

Triads measure_triads(const std::vector<std::uint32_t>& cpus) {
  const auto one = measure_triad({cpus.front()});
  if (!one) return {{}, {}, one.error()};
  const auto all = measure_triad(cpus);
  if (!all) return {{}, {}, all.error()};
  return {one.value(), all.value(), std::nullopt};
}

/// What has been found out of this host.
struct Findings {
  Measured<Neighbours> around;
  Measured<double> mhz;
  Measured<HostCosts> costs;
  Measured<LineTimes> lines;
  Measured<Cycles> operation;
  Measured<Triads> memory;
  Fit fit;

  /// The most that others had of the cpus while something was measured.
  double others() const {
    return std::max({around.others, mhz.others, costs.others, lines.others, operation.others, memory.others});
  }
};

void write_lines(Text& text, const Findings& found) {
  const Neighbours& around = found.around.value;
  const HostCosts& costs = found.costs.value;
  const LineTimes& lines = found.lines.value;
  const Fit& fit = found.fit;
  std::string source = "fitted by heddle calibrate to five programs, ns measured and simulated:";
  for (std::size_t at = 0; at < lines.ns.size(); ++at)
    source += fmt::format(" {} {:.3g} {:.3g}{}", k_program_names[at], lines.ns[at], fit.simulated[at],
                          at + 1 < lines.ns.size() ? "," : "");
  source += fmt::format("; quartiles of their runs at most {:.0f} % apart{}", 100 * lines.apart,
                        lines.disturbed ? "; DOUBTFUL: hardly a run had both cpus for itself" : "");
  text.line("\n[line]");
  text.beside(found.costs.others);
  text.measured("hit", costs.hit / 2);
  text.measured("change", costs.change);
  text.beside(std::max(found.lines.others, found.around.others));
  text.value("transfer", fit.line.transfer, source);
  text.value("transfer_far",
             around.group == 0 ? fit.line.transfer
                               : static_cast<Cycles>(static_cast<double>(fit.line.transfer) * around.far_over_near),
             around.group == 0 ? "as transfer: all cpus are near each other"
                               : fmt::format("measured by heddle calibrate: {:.2f} flights", around.far_over_near));
  text.value("upgrade", fit.line.upgrade, "fitted, as transfer");
  text.value("hold_percent", fit.line.hold_percent, "fitted, as transfer");
  text.value("chain_percent", fit.line.chain_percent, "fitted, as transfer");
  text.beside(0);
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
void write_memory(Text& text, const Measured<Triads>& measured, std::size_t cpus) {
  const auto& [one, all, refused] = measured.value;
  if (refused) {
    fmt::print(stderr, "heddle calibrate: [memory] is left out: {}\n  {}\n", refused->what, refused->hint);
    return;
  }
  const auto mbps = [](double measured) { return static_cast<std::uint64_t>(std::llround(measured)); };
  const char* const source = "measured by heddle calibrate: a triad of its own data, 24 bytes an element, on";
  const double most = std::max(all.mbps, one.mbps);  // all less only where something else was running
  text.line("\n[memory]");
  text.beside(measured.others);
  text.value("nodes", 1, "taken as one: data lie near those who use them");
  text.value("node_mbps", mbps(most), fmt::format("{} all {} cpus{}", source, cpus, all.remark));
  text.value("fast_node_mbps", 0, "not looked for");
  text.value("core_mbps", mbps(one.mbps), fmt::format("{} one cpu{}", source, one.remark));
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

/// A busy host is told at once; what comes later is seen by each measurement.
double others_now(const platform::topology::CpuSet& set) {
  const QuietWatch watch(set);
  std::this_thread::sleep_for(std::chrono::milliseconds(500));
  return watch.share();
}

int refuse(double others) {
  fmt::print(stderr,
             "heddle calibrate: nothing is written: others have {:.0f} % of the cpus\n"
             "  end other programs and try again, or name cpus that are idle (taskset); --anyway writes what can be\n"
             "  measured, marked as doubtful\n",
             100 * others);
  return k_failed;
}

Findings measure(const std::vector<std::uint32_t>& cpus, const platform::topology::CpuSet& set, bool anyway) {
  int step = 0;
  const auto calmly = [&](const char* doing, auto measure) {
    fmt::print(stderr, "  {} of 6: {}\n", ++step, doing);
    return measured_calmly(set, anyway ? 1 : 3, measure);
  };
  Findings found;
  found.around = calmly("how far cpus are from each other", [&] { return look_around(cpus); });
  const std::uint32_t other = found.around.value.near;
  found.mhz = calmly("the clock", [] { return megahertz(); });
  found.costs = calmly("calls of the system", [&] { return measure_host(cpus.front(), other); });
  found.lines = calmly("cache lines between two cpus", [&] { return measure_lines(cpus.front(), other); });
  Machine machine;
  machine.mhz = static_cast<std::uint32_t>(std::lround(found.mhz.value));
  machine.cores = static_cast<std::uint32_t>(cpus.size());
  machine.group_cores = found.around.value.group;
  const double per_ns = machine.mhz / 1000.0;
  machine.line.hit = static_cast<Cycles>(std::lround(found.costs.value.hit / 2 * per_ns));
  machine.line.change = static_cast<Cycles>(std::lround(found.costs.value.change * per_ns));
  found.fit = fit_lines(machine, found.lines.value.ns);
  machine.line = found.fit.line;
  found.operation = calmly("tasks that do nothing", [&] { return fit_operation(machine); });
  found.memory = calmly("memory", [&] { return measure_triads(cpus); });
  return found;
}

std::string describe(const Findings& found, std::size_t cpus) {
  const std::uint32_t group = found.around.value.group;
  Text text(found.mhz.value);
  text.line("# Written by `heddle calibrate`; docs/simulate.md says what each number means. All costs in cycles.");
  const std::string beside =
      found.others() > k_quiet
          ? fmt::format("; measured while others had up to {:.0f} % of the cpus: DOUBTFUL", 100 * found.others())
          : "";
  text.line(fmt::format("about = \"{}, {} cpus{}\"", processor_name(), cpus, beside));
  text.value("cores", cpus, "cpus that this process may use; two of one core count as two");
  text.beside(found.around.others);
  text.value("group_cores", group,
             group == 0 ? "measured by heddle calibrate: all are near" : "measured by heddle calibrate: by flights");
  text.beside(found.mhz.others);
  text.value("mhz", static_cast<std::uint64_t>(std::llround(found.mhz.value)),
             "measured by heddle calibrate: a chain of additions");
  text.beside(found.operation.others);
  text.value("operation", found.operation.value,
             "fitted by heddle calibrate: tasks that do nothing, on one thread and on one simulated core");
  write_lines(text, found);
  text.beside(found.costs.others);
  write_system(text, found.costs.value);
  write_memory(text, found.memory, cpus);
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
  fmt::print(stderr, "heddle calibrate: measuring {} cpus, some ten seconds; nothing else should run meanwhile\n",
             cpus.size());
  platform::topology::CpuSet set;
  for (const std::uint32_t cpu : cpus) set.add(cpu);
  if (const double others = others_now(set); others > k_too_busy && !request.anyway) return refuse(others);
  const Findings found = measure(cpus, set, request.anyway);
  if (found.others() > k_too_busy && !request.anyway) return refuse(found.others());
  if (found.others() > k_quiet || found.lines.value.disturbed)
    fmt::print(stderr, "heddle calibrate: values are marked DOUBTFUL; others had up to {:.0f} % of the cpus\n",
               100 * found.others());
  const std::string text = describe(found, cpus.size());
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
