// Localities: the parts of a machine whose cpus reach the same memories equally well, and those memories in tiers.
//
// A locality is made of the NUMA nodes that have one cpuset: on a server a socket with its memory, on a Knights Landing
// in SNC-4 mode a quarter of the cores with its DDR and its MCDRAM. Memory that several localities reach alike (a node
// whose cpuset holds theirs) belongs to each of them. Tiers go by hwloc's bandwidths, else by the kind of memory.
//
// A topology may be another machine's (HEDDLE_TOPOLOGY): then its cpus and nodes are folded onto those that there are,
// by turns, and what is placed on a node that does not exist is known by its number only (memory/placement.hpp).
//
// Reading costs some small files, or the start of hwloc; nothing is cached. Any thread.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "platform/topology/available.hpp"
#include "platform/topology/cpu_set.hpp"

namespace heddle::platform::topology {

/// The memory of a NUMA node.
struct LocalMemory {
  unsigned number = 0;          // as the topology has it
  std::uint64_t bytes = 0;      // 0: not known
  std::uint64_t bandwidth = 0;  // MiB/s from its nearest cpus; 0: not known
  std::string kind = "dram";    // or "hbm", "mcdram", "nvm": hwloc's subtype in small letters
  CpuSet cpus;                  // nearest to it, in the topology's numbers
  unsigned real = 0;            // the node of this machine that its pages come from
};

struct Locality {
  /// One of its memories: an index into Localities::memories, and how many faster kinds the locality has.
  struct Reach {
    std::uint32_t memory = 0;
    std::uint32_t tier = 0;
  };

  CpuSet cpus;               // in the topology's numbers
  CpuSet real_cpus;          // where its threads are bound
  std::vector<Reach> reach;  // the fastest first
  std::uint32_t home = 0;    // the one that programs use that do not ask: an index into Localities::memories

  /// The fastest, if it is faster than the home; an index into Localities::memories.
  std::optional<std::uint32_t> fast() const noexcept;
};

struct Localities {
  std::vector<Locality> all;          // in the order of their homes' numbers; never empty
  std::vector<LocalMemory> memories;  // in the order of their numbers; never empty
  std::string origin;                 // "hwloc", "/sys", or what HEDDLE_TOPOLOGY said
  bool folded = false;                // another machine's
  std::string warning;                // what was wrong with what was asked for, and what is used instead; or empty
};

/// Of this machine, as far as the process may use it, or of `description` where that is not empty: the name of a file
/// in hwloc's XML form, or an hwloc description as "numa:4 core:2 pu:1".
Localities read_localities(const CpuSet& available, const std::string& description = {}, const Roots& roots = {});

/// What is known of a machine before its localities are: nodes with and without cpus, in any order.
struct Nodes {
  std::vector<LocalMemory> memories;
  CpuSet cpus;
};

/// From the kernel's files alone.
Nodes nodes_from_files(const CpuSet& available, const Roots& roots);

/// Sorts nodes into localities; each node's `real` is its own number.
Localities localities_of(Nodes nodes);

/// As `heddle info --topology` shows them.
std::string describe(const Localities& localities);

}  // namespace heddle::platform::topology
