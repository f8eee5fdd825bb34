// What a recorded program would take on more cores, as a report shows it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace heddle::tools {

struct ForecastPoint {
  std::uint32_t cores = 1;
  std::uint64_t ns = 0;
  std::uint64_t at_best_ns = 0;  // with nothing lost between the tasks
  std::string limit;             // what keeps it from being faster
};

struct Forecast {
  std::string machine;                // what it is
  std::vector<ForecastPoint> points;  // none: `why_not` says why
  std::vector<std::string> left_out;  // sentences
  std::string why_not;
};

/// @param graph  a task graph's file, from heddle graph  @param workers  that the program was recorded with
using Forecaster = Forecast (*)(const std::string& graph, std::uint32_t workers);

/// By the simulator, where this command was built with it; else `why_not` says so.
Forecast forecast(const std::string& graph, std::uint32_t workers);

}  // namespace heddle::tools
