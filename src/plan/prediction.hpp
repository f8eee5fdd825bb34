// Prediction: what a plan should take by what its tasks cost, to be held against what it takes.
#pragma once

#include <vector>

#include "plan/placement.hpp"

namespace heddle::plans {

struct Prediction {
  double work_ns = 0;           // all tasks on one worker
  double critical_path_ns = 0;  // the longest path: no number of workers is faster
  double replay_ns = 0;         // with this placement, each worker in its order
  std::vector<TaskIndex> critical_path;
};

Prediction predict(const Graph& graph, const Description& description, const Placement& placement, float transfer_ns);

}  // namespace heddle::plans
