// See machine.hpp.
#include "platform/topology/machine.hpp"

#include <iterator>

#include "platform/topology/hwloc_library.hpp"

namespace heddle::platform::topology {

#if HEDDLE_HAS_HWLOC

namespace {

std::string bytes_text(std::uint64_t bytes) {
  constexpr const char* units[] = {"B", "KB", "MB", "GB"};
  std::size_t unit = 0;
  for (; bytes >= 1024 && bytes % 1024 == 0 && unit + 1 < std::size(units); ++unit) bytes /= 1024;
  return std::to_string(bytes) + " " + units[unit];
}

bool is_cache(hwloc_obj_type_t type) { return type >= HWLOC_OBJ_L1CACHE && type <= HWLOC_OBJ_L3ICACHE; }

std::string label_of(const HwlocTopology& topology, hwloc_obj_t object) {
  char type[64] = {};
  topology.library().type_text(type, sizeof type, object, 0);
  std::string label = type;
  if (is_cache(object->type)) return label.append(" ").append(bytes_text(object->attr->cache.size));
  if (object->os_index != HWLOC_UNKNOWN_INDEX && object->type != HWLOC_OBJ_MACHINE)
    label.append(" ").append(std::to_string(object->os_index));
  return label;
}

MachineNode node_of(const HwlocTopology& topology, hwloc_obj_t object) {
  MachineNode node{label_of(topology, object), topology.cpus_of(object->cpuset), {}};
  for (unsigned i = 0; i < object->arity; ++i) node.children.push_back(node_of(topology, object->children[i]));
  return node;
}

std::string kind_of(hwloc_obj_t node) {
  if (node->subtype == nullptr) return "dram";
  std::string kind = node->subtype;
  for (char& c : kind)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return kind;
}

Machine describe(const char* synthetic) {
  Machine machine;
  const auto topology = HwlocTopology::load(synthetic, HwlocTopology::Levels::without_groups);
  if (!topology) return machine;
  const HwlocLibrary& library = topology->library();
  machine.root = node_of(*topology, library.object_at(topology->get(), 0, 0));
  const unsigned nodes = library.count_at(topology->get(), HWLOC_TYPE_DEPTH_NUMANODE);
  for (unsigned i = 0; i < nodes; ++i) {
    const hwloc_obj_t node = library.object_at(topology->get(), HWLOC_TYPE_DEPTH_NUMANODE, i);
    machine.memories.push_back(
        {node->os_index, node->attr->numanode.local_memory, kind_of(node), topology->cpus_of(node->cpuset)});
  }
  return machine;
}

}  // namespace

Machine describe_machine() { return describe(nullptr); }
Machine describe_synthetic_machine(const std::string& description) { return describe(description.c_str()); }

#else

Machine describe_machine() { return {}; }
Machine describe_synthetic_machine(const std::string&) { return {}; }

#endif

}  // namespace heddle::platform::topology
