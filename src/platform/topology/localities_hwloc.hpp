// NUMA nodes as hwloc knows them. Used by localities.cpp only.
#pragma once

#include <optional>
#include <string>

#include "platform/topology/localities.hpp"

namespace heddle::platform::topology {

/// Of this machine; nothing where hwloc is missing or the program's caller is not trusted.
std::optional<Nodes> nodes_by_hwloc();

struct HwlocNodes {
  std::optional<Nodes> nodes;
  std::string refusal;  // why there are none: the end of a sentence
};

/// Of a file in hwloc's XML form or an hwloc description.
HwlocNodes nodes_of_description(const std::string& description);

}  // namespace heddle::platform::topology
