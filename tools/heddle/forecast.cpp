// The forecast of a report, by the simulator; see report/forecast.hpp.
#include "tools/heddle/report/forecast.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <filesystem>

#include "installation.hpp"
#include "sim/graph_file.hpp"
#include "sim/machine_file.hpp"
#include "sim/study.hpp"
#include "tools/heddle/trace/progress.hpp"

namespace heddle::tools {

namespace {

// Cores of today, many of them, with the costs of the machine that Heddle is developed on.
constexpr const char* k_machine = "epyc9554.toml";

std::string in_words(const base::Error& error) { return error.what + "; " + error.hint; }

}  // namespace

Forecast forecast(const std::string& graph, std::uint32_t workers) {
  Forecast result;
  const auto program = sim::read_graph(graph);
  if (!program) {
    result.why_not = in_words(program.error());
    return result;
  }
  const auto path = (library_directory() / "../../../share/heddle/machines" / k_machine).lexically_normal();
  const auto machine = sim::read_machine(path.string());
  if (!machine) {
    result.why_not = in_words(machine.error());
    return result;
  }
  sim::Study study;
  study.scenario.machine = machine.value().machine;
  study.seeds = 1;
  study.transfer_percent = {100};
  result.machine = machine.value().about;
  result.left_out = program.value().left_out;
  const std::uint64_t work_ns = program.value().work_ns();
  const std::uint64_t path_ns = program.value().critical_path_ns(sim::pace_of(study.scenario));
  std::vector<std::uint32_t> counts = {1, workers, 2 * workers, 4 * workers, 8 * workers, 16 * workers};
  std::erase_if(counts, [&](std::uint32_t count) { return count == 0 || count > study.scenario.machine.cores; });
  counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
  ProgressLine progress("simulating more cores", counts.size());
  for (const std::uint32_t cores : counts) {
    const auto point = sim::predict(program.value(), study, cores);
    progress.advance();
    if (!point) {
      result.why_not = in_words(point.error());
      result.points.clear();
      return result;
    }
    result.points.push_back(
        {cores, point.value().median_ns, std::max(path_ns, work_ns / cores), sim::name_of(point.value().limit)});
  }
  return result;
}

}  // namespace heddle::tools
