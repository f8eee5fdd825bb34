// Levels of the machine, from hwloc or from files; see groups.hpp.
#include "platform/topology/groups.hpp"

#include <algorithm>

#include "platform/topology/hwloc_library.hpp"
#include "platform/topology/small_file.hpp"

namespace heddle::platform::topology {

namespace {

using Level = std::vector<CpuSet>;

Level one_per_cpu(const CpuSet& available) {
  Level level;
  available.each([&](std::size_t cpu) { level.emplace_back().add(cpu); });
  return level;
}

Level restricted(const Level& level, const CpuSet& available) {
  Level kept;
  for (CpuSet set : level) {
    set.intersect(available);
    if (!set.empty()) kept.push_back(std::move(set));
  }
  return kept;
}

/// Fills in what the machine did not show.
Groups completed(Groups groups, const CpuSet& available) {
  if (groups.threads.empty()) groups.threads = one_per_cpu(available);
  if (groups.cores.empty()) groups.cores = one_per_cpu(available);
  for (Level* level : {&groups.sockets, &groups.numa_domains, &groups.ll_caches})
    if (level->empty() && !available.empty()) level->push_back(available);
  return groups;
}

/// The sets that one file per cpu names, each once, in the order of their lowest available cpu.
Level level_from_files(const CpuSet& available, const std::string& cpus, const std::string& file) {
  Level level;
  CpuSet seen;
  available.each([&](std::size_t cpu) {
    if (seen.contains(cpu)) return;
    const auto text = read_small_file(cpus + "/cpu" + std::to_string(cpu) + file);
    CpuSet set = text ? parse_cpu_list(*text) : CpuSet{};
    set.intersect(available);
    if (set.empty()) return;
    seen.unite(set);
    level.push_back(std::move(set));
  });
  return level;
}

Level nodes_from_files(const CpuSet& available, const std::string& nodes) {
  Level level;
  const auto online = read_small_file(nodes + "/online");
  if (!online) return level;
  parse_cpu_list(*online).each([&](std::size_t node) {
    const auto text = read_small_file(nodes + "/node" + std::to_string(node) + "/cpulist");
    if (text) level.push_back(parse_cpu_list(*text));
  });
  return restricted(level, available);
}

/// The cache shared by most: the highest index the kernel shows.
Level caches_from_files(const CpuSet& available, const std::string& cpus) {
  for (int index = 9; index >= 0; --index) {
    Level level = level_from_files(available, cpus, "/cache/index" + std::to_string(index) + "/shared_cpu_list");
    if (!level.empty()) return level;
  }
  return {};
}

#if HEDDLE_HAS_HWLOC

Level level_from_hwloc(const HwlocTopology& topology, int depth) {
  Level level;
  const unsigned count = topology.library().count_at(topology.get(), depth);
  for (unsigned i = 0; i < count; ++i)
    level.push_back(topology.cpus_of(topology.library().object_at(topology.get(), depth, i)->cpuset));
  return level;
}

Level level_of_type(const HwlocTopology& topology, hwloc_obj_type_t type) {
  const int depth = topology.library().type_depth(topology.get(), type);
  return depth == HWLOC_TYPE_DEPTH_UNKNOWN ? Level{} : level_from_hwloc(topology, depth);
}

Level last_level_caches(const HwlocTopology& topology) {
  for (const hwloc_obj_type_t type : {HWLOC_OBJ_L5CACHE, HWLOC_OBJ_L4CACHE, HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE})
    if (Level level = level_of_type(topology, type); !level.empty()) return level;
  return {};
}

Groups groups_of(const HwlocTopology& topology) {
  return {level_of_type(topology, HWLOC_OBJ_PU), level_of_type(topology, HWLOC_OBJ_CORE), last_level_caches(topology),
          level_of_type(topology, HWLOC_OBJ_NUMANODE), level_of_type(topology, HWLOC_OBJ_PACKAGE)};
}

Groups groups_from_hwloc(const char* synthetic) {
  const auto topology = HwlocTopology::load(synthetic, HwlocTopology::Levels::all);
  return topology ? groups_of(*topology) : Groups{};
}

#else

Groups groups_from_hwloc(const char*) { return {}; }

#endif

CpuSet united(const Level& level) {
  CpuSet all;
  for (const CpuSet& set : level) all.unite(set);
  return all;
}

}  // namespace

Groups read_groups_from_files(const CpuSet& available, const Roots& roots) {
  Groups groups;
  groups.cores = level_from_files(available, roots.cpus, "/topology/thread_siblings_list");
  groups.sockets = level_from_files(available, roots.cpus, "/topology/core_siblings_list");
  groups.numa_domains = nodes_from_files(available, roots.nodes);
  groups.ll_caches = caches_from_files(available, roots.cpus);
  for (const CpuSet& core : groups.cores)
    for (CpuSet& thread : one_per_cpu(core)) groups.threads.push_back(std::move(thread));
  return completed(std::move(groups), available);
}

Groups read_groups(const CpuSet& available, const Roots& roots) {
  const Groups found = groups_from_hwloc(nullptr);
  CpuSet known = united(found.threads);
  known.intersect(available);
  // An hwloc that was pointed at another machine (HWLOC_SYNTHETIC, HWLOC_XMLFILE) or is missing does not know ours.
  if (known != available) return read_groups_from_files(available, roots);
  return completed(
      {restricted(found.threads, available), restricted(found.cores, available), restricted(found.ll_caches, available),
       restricted(found.numa_domains, available), restricted(found.sockets, available)},
      available);
}

Groups read_synthetic_groups(const std::string& description) {
  Groups groups = groups_from_hwloc(description.c_str());
  const CpuSet all = united(groups.threads);
  return completed(std::move(groups), all);
}

}  // namespace heddle::platform::topology
