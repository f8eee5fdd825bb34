// The machine as a tree with names, and its memories: what `heddle info` shows. For tools; slow and allocating.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "platform/topology/cpu_set.hpp"

namespace heddle::platform::topology {

struct MachineNode {
  std::string label;  // "Package 0", "L3 32 MB"
  CpuSet cpus;
  std::vector<MachineNode> children;
};

struct MemoryNode {
  unsigned number = 0;  // the kernel's NUMA node
  std::uint64_t bytes = 0;
  std::string kind;  // "dram", or what hwloc calls it: "hbm", "mcdram", "nvm"
  CpuSet cpus;       // nearest to it
};

struct Machine {
  MachineNode root;
  std::vector<MemoryNode> memories;
};

/// This machine by hwloc; empty when hwloc is missing.
Machine describe_machine();

/// The machine of an hwloc description, for tests.
Machine describe_synthetic_machine(const std::string& description);

}  // namespace heddle::platform::topology
