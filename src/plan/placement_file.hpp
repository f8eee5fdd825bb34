// The placement of a plan as a file, which a tuner may write: the worker of each task, with what tells which graph it
// is for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "plan/placement.hpp"

namespace heddle::plans {

struct PlacedTasks {
  std::uint32_t workers = 1;
  std::vector<std::uint32_t> worker_of_task;
};

std::string write_placement(const Graph& graph, const PlacedTasks& placed);

/// @returns Code::file when the text is damaged, of another version, or of another graph
base::Result<PlacedTasks> read_placement(const Graph& graph, std::string_view text);

/// Where the tasks of a placement are.
PlacedTasks placed_tasks(const Graph& graph, const Placement& placement);

}  // namespace heddle::plans
