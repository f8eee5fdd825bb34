// A plan shown: for people (text), for Graphviz (DOT), for programs (JSON).
#pragma once

#include <string>

#include "plan/prediction.hpp"

namespace heddle::plans {

/// All that is shown of a plan.
struct PlacedPlan {
  const Graph& graph;
  const Description& description;
  const Placement& placement;
  const Prediction& prediction;
};

std::string as_text(const PlacedPlan& shown);
std::string as_dot(const PlacedPlan& shown);
std::string as_json(const PlacedPlan& shown);

}  // namespace heddle::plans
