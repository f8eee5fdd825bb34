#include "simulate.hpp"

#include <fmt/core.h>
#include <fmt/format.h>
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

#include "base/quoted.hpp"
#include "installation.hpp"
#include "sim/graph_file.hpp"
#include "sim/machine_file.hpp"
#include "sim/study.hpp"
#include "simulate_plot.hpp"
#include "tools/heddle/trace/output.hpp"

namespace heddle::tools {

namespace {

constexpr int k_failed = 1;

int refuse(const base::Error& error) {
  fmt::print(stderr, "heddle simulate: {}\n  {}\n", error.what, error.hint);
  return k_failed;
}

std::filesystem::path machines_directory() {
  return (library_directory() / "../../../share/heddle/machines").lexically_normal();
}

/// A name stands for a file that comes with Heddle.
bool is_name(const std::string& machine) {
  return machine.find('/') == std::string::npos && !machine.ends_with(".toml");
}

base::Error unknown_machine(const std::string& name) {
  std::vector<std::string> known;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(machines_directory(), unreadable))
    known.push_back(entry.path().stem().string());
  std::sort(known.begin(), known.end());
  return {base::Code::file, fmt::format("no machine {} comes with Heddle", base::quoted(name)),
          fmt::format("--machine takes a file, ./mine.toml, or one of: {}", fmt::join(known, ", "))};
}

base::Result<sim::MachineFile> find_machine(const std::string& name) {
  if (!is_name(name)) return sim::read_machine(name);
  const std::filesystem::path path = machines_directory() / (name + ".toml");
  return std::filesystem::exists(path) ? sim::read_machine(path.string()) : unknown_machine(name);
}

std::size_t count_loops(const sim::Program& program) {
  std::size_t count = 0;
  for (const sim::LoopRegion& region : program.regions) count += region.loops.size();
  return count;
}

base::Result<sim::MemoryUse> memory_use(const SimulateRequest& request, const platform::sim::Machine& machine) {
  sim::MemoryUse use;
  if (request.fast_memory) use.memory = sim::Memory::fast;
  if (request.fast_memory && machine.memory.fast_node_mbps == 0)
    return base::Error{base::Code::unsupported, base::quoted(request.machine) + " has no fast memory",
                       "leave out --fast-memory"};
  if (request.memory == "accesses") return use;
  if (request.memory == "none") {
    use.sizes = sim::MemoryUse::Sizes::ignored;
    return use;
  }
  use.sizes = sim::MemoryUse::Sizes::ignored;
  const char* const end = request.memory.data() + request.memory.size();
  const auto [last, error] = std::from_chars(request.memory.data(), end, use.mbps);
  if (error != std::errc{} || last != end || use.mbps == 0)
    return base::Error{base::Code::unsupported, base::quoted(request.memory) + " is nothing for --memory",
                       "expected accesses, none, or the MB/s that one core moves while it computes: --memory 2500"};
  if (machine.memory.nodes == 0)
    return base::Error{base::Code::unsupported,
                       "the bandwidth of the memory of " + base::quoted(request.machine) + " is not known",
                       "write a [memory] section into its file (docs/simulate.md), or leave out --memory"};
  return use;
}

/// 1, 2, 4 and so on, and all.
std::vector<std::uint32_t> doubling(std::uint32_t all) {
  std::vector<std::uint32_t> cores;
  for (std::uint32_t count = 1; count < all; count *= 2) cores.push_back(count);
  cores.push_back(all);
  return cores;
}

double ms(std::uint64_t ns) { return static_cast<double>(ns) / 1e6; }

/// Where memory's limit comes from, or why there is none: a sentence.
std::string about_memory(const sim::Program& program, const sim::MachineFile& machine, const sim::MemoryUse& use) {
  const auto& memory = machine.machine.memory;
  const std::uint64_t mbps =
      std::uint64_t{memory.nodes} * (use.memory == sim::Memory::fast ? memory.fast_node_mbps : memory.node_mbps);
  if (mbps == 0) return "Memory is no limit here: the machine's file has no bandwidth (docs/simulate.md, [memory])";
  const std::uint64_t counted = use.sizes == sim::MemoryUse::Sizes::counted ? program.bytes() : 0;
  if (use.mbps != 0) return fmt::format("Memory of {} MB/s: {} MB/s of a core that computes, as given", mbps, use.mbps);
  if (counted == 0) return "Memory is no limit here: no sizes of accesses count; --memory MBPS says what a core moves";
  return fmt::format("Memory of {} MB/s: {:.1f} MB by the sizes of accesses, all from memory", mbps,
                     static_cast<double>(counted) / 1e6);
}

void print_text(const sim::Program& program, const sim::MachineFile& machine, const sim::Scenario& scenario,
                const std::vector<sim::Point>& points) {
  fmt::print("{}: {} tasks, {} loops, {:.3f} ms of work, critical path {:.3f} ms\n", program.name, program.tasks.size(),
             count_loops(program), ms(program.work_ns()), ms(program.critical_path_ns(sim::pace_of(scenario))));
  fmt::print("on: {}\n\n", machine.about);
  fmt::print("{:>6}  {:>11}  {:>25}  {:>8}  {:>5}  {:>6}  {:>10}  {:>9}  {}\n", "cores", "time ms", "from .. to ms",
             "speed-up", "busy", "memory", "lines/task", "pending", "limited by");
  for (const sim::Point& point : points) {
    fmt::print(
        "{:>6}  {:>11.3f}  {:>11.3f} .. {:>10.3f}  {:>8.2f}  {:>4.0f}%  {:>5.0f}%  {:>10.1f}  {:>9}  {}\n", point.cores,
        ms(point.median_ns), ms(point.least_ns), ms(point.most_ns),
        static_cast<double>(program.work_ns()) / static_cast<double>(std::max<std::uint64_t>(point.median_ns, 1)),
        100 * point.busy, 100 * point.memory, point.transfers_per_task, point.most_pending, name_of(point.limit));
  }
  fmt::print("\n{}.\n", about_memory(program, machine, scenario.memory));
  fmt::print(
      "Not predicted: caches, turbo clocks, other programs: a task takes as long as recorded, or as its memory "
      "needs.\n");
  for (const std::string& sentence : program.doubts) fmt::print("In doubt: {}.\n", sentence);
  for (const std::string& sentence : program.left_out) fmt::print("Left out: {}.\n", sentence);
  if (!machine.guesses.empty())
    fmt::print("Of the machine's costs {} are guesses; see its file.\n", machine.guesses.size());
}

void print_json(const sim::Program& program, const sim::MachineFile& machine, const sim::Scenario& scenario,
                const std::vector<sim::Point>& points) {
  fmt::print(
      "{{\"program\":{},\"machine\":{},\"tasks\":{},\"loops\":{},\"work_ns\":{},\"critical_path_ns\":{},\"guessed_"
      "costs\":{},\n",
      json_string(program.name), json_string(machine.about), program.tasks.size(), count_loops(program),
      program.work_ns(), program.critical_path_ns(sim::pace_of(scenario)), machine.guesses.size());
  fmt::print(" \"left_out\":[");
  for (std::size_t at = 0; at < program.left_out.size(); ++at)
    fmt::print("{}{}", at == 0 ? "" : ",", json_string(program.left_out[at]));
  fmt::print("],\n \"doubts\":[");
  for (std::size_t at = 0; at < program.doubts.size(); ++at)
    fmt::print("{}{}", at == 0 ? "" : ",", json_string(program.doubts[at]));
  fmt::print("],\n \"points\":[");
  for (std::size_t at = 0; at < points.size(); ++at) {
    const sim::Point& point = points[at];
    fmt::print(
        "{}\n  "
        "{{\"cores\":{},\"median_ns\":{},\"least_ns\":{},\"most_ns\":{},\"busy\":{:.4f},\"memory\":{:.4f},\"lines_per_"
        "task\":{:.2f},"
        "\"most_pending\":{},\"limit\":\"{}\"}}",
        at == 0 ? "" : ",", point.cores, point.median_ns, point.least_ns, point.most_ns, point.busy, point.memory,
        point.transfers_per_task, point.most_pending, name_of(point.limit));
  }
  fmt::print("\n]}}\n");
}

}  // namespace

int simulate(const SimulateRequest& request) {
  const auto graph = sim::read_graph(request.graph);
  if (!graph) return refuse(graph.error());
  const auto machine = find_machine(request.machine);
  if (!machine) return refuse(machine.error());
  sim::Study study;
  study.scenario.machine = machine.value().machine;
  study.scenario.dependence = request.dependence;
  study.scenario.scheduler = request.scheduler;
  study.scenario.loop = request.loop;
  study.scenario.window = request.window;
  const auto memory = memory_use(request, machine.value().machine);
  if (!memory) return refuse(memory.error());
  study.scenario.memory = memory.value();
  if (!study.scenario.loop.empty() && graph.value().regions.empty())
    return refuse({base::Code::unsupported, request.graph + " has no loops that --loop could hand out anew",
                   "record a program whose loops have schedule(dynamic), guided, auto or runtime: heddle run --graph"});
  if (request.quick) {
    study.seeds = 1;
    study.transfer_percent = {100};
  }
  const std::uint32_t all = study.scenario.machine.most_threads();
  std::vector<sim::Point> points;
  for (const std::uint32_t cores : request.cores.empty() ? doubling(all) : request.cores) {
    if (cores == 0 || cores > all) {
      return refuse({base::Code::unsupported,
                     fmt::format("{} runs {} threads at most, not {}", request.machine, all, cores),
                     "name fewer with --cores, or another machine with --machine"});
    }
    const auto point = sim::predict(graph.value(), study, cores);
    if (!point) return refuse(point.error());
    points.push_back(point.value());
  }
  request.json ? print_json(graph.value(), machine.value(), study.scenario, points)
               : print_text(graph.value(), machine.value(), study.scenario, points);
  if (request.plot.empty()) return 0;
  const auto wrong = plot_speedup(request.plot, graph.value(), machine.value(), points);
  return wrong ? refuse(*wrong) : 0;
}

}  // namespace heddle::tools
