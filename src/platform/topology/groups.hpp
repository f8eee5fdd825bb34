// Which cpus share a core, a last-level cache, a NUMA node, a socket.
//
// Through hwloc, which is loaded when this is first asked for (about 20 ms), or from the kernel's files where there is
// no hwloc. Any thread; nothing is cached.
#pragma once

#include <string>
#include <vector>

#include "platform/topology/available.hpp"
#include "platform/topology/cpu_set.hpp"

namespace heddle::platform::topology {

/// Every level holds the available cpus only, no empty sets, neighbours beside each other. A level that the machine
/// does not show is one set of all cpus; unknown cores are one per cpu.
struct Groups {
  std::vector<CpuSet> threads;
  std::vector<CpuSet> cores;
  std::vector<CpuSet> ll_caches;
  std::vector<CpuSet> numa_domains;
  std::vector<CpuSet> sockets;
};

Groups read_groups(const CpuSet& available, const Roots& roots = {});

/// From the kernel's files alone.
Groups read_groups_from_files(const CpuSet& available, const Roots& roots);

/// From an hwloc description, "pack:2 core:4 pu:2"; empty levels when there is no hwloc or it does not understand.
Groups read_synthetic_groups(const std::string& description);

}  // namespace heddle::platform::topology
