// See localities_hwloc.hpp.
#include "platform/topology/localities_hwloc.hpp"

#include <unistd.h>

#include <cctype>

#include "platform/topology/hwloc_library.hpp"

namespace heddle::platform::topology {

#if HEDDLE_HAS_HWLOC

namespace {

std::string kind_of(hwloc_obj_t node) {
  if (node->subtype == nullptr) return "dram";
  std::string kind = node->subtype;
  for (char& c : kind) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return kind;
}

std::uint64_t bandwidth_of(const HwlocTopology& topology, hwloc_obj_t node) {
  if (topology.library().best_initiator == nullptr) return 0;  // hwloc before 2.3
  hwloc_location nearest{};                                    // hwloc writes it, wanted or not
  hwloc_uint64_t value = 0;
  const int refused =
      topology.library().best_initiator(topology.get(), HWLOC_MEMATTR_ID_BANDWIDTH, node, 0, &nearest, &value);
  return refused == 0 ? value : 0;
}

Nodes nodes_in(const HwlocTopology& topology) {
  const HwlocLibrary& library = topology.library();
  Nodes nodes;
  nodes.cpus = topology.cpus_of(library.object_at(topology.get(), 0, 0)->cpuset);
  const unsigned count = library.count_at(topology.get(), HWLOC_TYPE_DEPTH_NUMANODE);
  for (unsigned at = 0; at < count; ++at) {
    hwloc_obj_t const node = library.object_at(topology.get(), HWLOC_TYPE_DEPTH_NUMANODE, at);
    std::string kind = kind_of(node);
    if (kind == "gpumemory") continue;  // it is for devices; the kernel gives none to processes
    nodes.memories.push_back({.number = node->os_index,
                              .bytes = node->attr->numanode.local_memory,
                              .bandwidth = bandwidth_of(topology, node),
                              .kind = std::move(kind),
                              .cpus = topology.cpus_of(node->cpuset),
                              .real = node->os_index});
  }
  return nodes;
}

bool names_a_file(const std::string& description) {
  return description.find('/') != std::string::npos || description.ends_with(".xml") ||
         ::access(description.c_str(), F_OK) == 0;
}

}  // namespace

std::optional<Nodes> nodes_by_hwloc() {
  const auto topology = HwlocTopology::load(nullptr, HwlocTopology::Levels::all);
  return topology ? std::optional(nodes_in(*topology)) : std::nullopt;
}

HwlocNodes nodes_of_description(const std::string& description) {
  if (HwlocLibrary::open() == nullptr) return {{}, "needs hwloc (libhwloc.so.15), which is not there"};
  const bool file = names_a_file(description);
  if (file && ::access(description.c_str(), R_OK) != 0) return {{}, "is a file that cannot be read"};
  const auto topology = file ? HwlocTopology::load_file(description.c_str())
                             : HwlocTopology::load(description.c_str(), HwlocTopology::Levels::all);
  if (!topology) return {{}, file ? "is no topology that hwloc can read" : "is neither a file nor a description"};
  return {nodes_in(*topology), {}};
}

#else

std::optional<Nodes> nodes_by_hwloc() { return std::nullopt; }

HwlocNodes nodes_of_description(const std::string&) { return {{}, "needs hwloc, which Heddle was built without"}; }

#endif

}  // namespace heddle::platform::topology
