// How nodes become localities, and how those of another machine are folded onto this one's; see localities.hpp.
#include "platform/topology/localities.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/quoted.hpp"
#include "platform/topology/localities_hwloc.hpp"

namespace heddle::platform::topology {

namespace {

constexpr std::size_t k_most_localities = 1024;  // the kernel's most nodes (MAX_NUMNODES) on x86-64 and AArch64

/// Kinds of memory, the fastest first, where no bandwidths are known.
unsigned rank_of(std::string_view kind) noexcept {
  constexpr std::array<std::pair<std::string_view, unsigned>, 9> ranks{{{"spm", 0},
                                                                        {"hbm", 0},
                                                                        {"hbm2", 0},
                                                                        {"mcdram", 0},
                                                                        {"dram", 1},
                                                                        {"cxl-dram", 2},
                                                                        {"unknown", 3},
                                                                        {"nvm", 4},
                                                                        {"cxl-nvm", 4}}};
  for (const auto& [name, rank] : ranks)
    if (kind == name) return rank;
  return 3;
}

bool holds(const CpuSet& large, const CpuSet& small) {
  CpuSet rest = small;
  rest.subtract(large);
  return rest.empty();
}

/// Cpusets that hold no other node's: each is one locality's.
std::vector<CpuSet> smallest_sets(const std::vector<LocalMemory>& memories) {
  std::vector<CpuSet> sets;
  for (const LocalMemory& memory : memories) {
    if (memory.cpus.empty() || std::ranges::find(sets, memory.cpus) != sets.end()) continue;
    const bool has_parts = std::ranges::any_of(memories, [&](const LocalMemory& other) {
      return !other.cpus.empty() && other.cpus != memory.cpus && holds(memory.cpus, other.cpus);
    });
    if (!has_parts) sets.push_back(memory.cpus);
  }
  return sets;
}

/// Its memories by speed, with tiers; whether by bandwidth or by kind is one choice for all of them.
void sort_into_tiers(Locality& locality, const std::vector<LocalMemory>& memories) {
  const bool measured =
      std::ranges::all_of(locality.reach, [&](const auto& reach) { return memories[reach.memory].bandwidth != 0; });
  const auto slowness = [&](const Locality::Reach& reach) -> std::uint64_t {
    const LocalMemory& memory = memories[reach.memory];
    return measured ? ~memory.bandwidth : rank_of(memory.kind);
  };
  std::ranges::sort(locality.reach, {}, [&](const auto& reach) { return std::pair(slowness(reach), reach.memory); });
  for (std::size_t at = 1; at < locality.reach.size(); ++at) {
    const bool slower = slowness(locality.reach[at]) != slowness(locality.reach[at - 1]);
    locality.reach[at].tier = locality.reach[at - 1].tier + (slower ? 1 : 0);
  }
}

/// The node that the kernel gives to who does not ask: plain memory of its own, if it has some.
std::uint32_t home_of(const Locality& locality, const std::vector<LocalMemory>& memories) {
  const auto cost = [&](const Locality::Reach& reach) {
    const LocalMemory& memory = memories[reach.memory];
    return std::pair{memory.kind == "dram" ? 0 : 1, std::pair{memory.cpus == locality.cpus ? 0 : 1, memory.number}};
  };
  return std::ranges::min_element(locality.reach, {}, cost)->memory;
}

Locality locality_on(const CpuSet& cpus, const std::vector<LocalMemory>& memories) {
  Locality locality{.cpus = cpus, .real_cpus = cpus, .reach = {}, .home = 0};
  for (std::uint32_t at = 0; at < memories.size(); ++at)
    if (holds(memories[at].cpus, cpus)) locality.reach.push_back({at, 0});
  locality.home = home_of(locality, memories);
  sort_into_tiers(locality, memories);
  return locality;
}

/// Cpus and nodes by turns, so that each locality has as much of this machine as the others.
void fold(Localities& virtual_ones, const CpuSet& available, const Localities& real) {
  std::vector<std::size_t> cpus;
  available.each([&](std::size_t cpu) { cpus.push_back(cpu); });
  std::size_t turn = 0;
  for (Locality& locality : virtual_ones.all) {
    CpuSet bound;
    locality.cpus.each([&](std::size_t) { bound.add(cpus[turn++ % cpus.size()]); });
    locality.real_cpus = std::move(bound);
  }
  for (std::size_t at = 0; at < virtual_ones.memories.size(); ++at)
    virtual_ones.memories[at].real = real.memories[at % real.memories.size()].number;
  virtual_ones.folded = true;
}

/// Threads of this process run on some of the cpus only.
void restrict_to(Localities& localities, const CpuSet& available) {
  for (Locality& locality : localities.all) {
    locality.cpus.intersect(available);
    locality.real_cpus = locality.cpus;
  }
  std::erase_if(localities.all, [](const Locality& locality) { return locality.cpus.empty(); });
}

Localities of_this_machine(const CpuSet& available, const Roots& roots) {
  const Nodes files = nodes_from_files(available, roots);
  // One node: there is nothing that hwloc could add, and its start takes tens of milliseconds.
  if (files.memories.size() > 1) {
    if (auto nodes = nodes_by_hwloc(); nodes && holds(nodes->cpus, available)) {
      Localities found = localities_of(std::move(*nodes));
      restrict_to(found, available);
      found.origin = "hwloc";
      if (!found.all.empty()) return found;
    }
  }
  Localities found = localities_of(files);
  restrict_to(found, available);
  found.origin = "/sys";
  return found;
}

std::string complaint(const std::string& description, const std::string& reason) {
  return "HEDDLE_TOPOLOGY='" + base::visible(description) + "' " + reason +
         "; the machine as it is, is used instead. Give the name of a file that hwloc has written (lstopo "
         "machine.xml), or a description, as numa:4 core:2 pu:1";
}

}  // namespace

std::optional<std::uint32_t> Locality::fast() const noexcept {
  const auto tier_of = [this](std::uint32_t memory) { return std::ranges::find(reach, memory, &Reach::memory)->tier; };
  return tier_of(home) == 0 ? std::nullopt : std::optional(reach.front().memory);
}

Localities localities_of(Nodes nodes) {
  Localities result;
  std::ranges::sort(nodes.memories, {}, &LocalMemory::number);
  for (LocalMemory& memory : nodes.memories) {
    memory.real = memory.number;
    if (memory.cpus.empty()) memory.cpus = nodes.cpus;  // nobody is nearer than others
  }
  if (nodes.memories.empty()) nodes.memories.push_back({.cpus = nodes.cpus});
  result.memories = std::move(nodes.memories);
  for (const CpuSet& cpus : smallest_sets(result.memories)) result.all.push_back(locality_on(cpus, result.memories));
  std::ranges::sort(result.all, {}, [](const Locality& one) { return std::pair(one.home, one.cpus.first()); });
  return result;
}

Localities read_localities(const CpuSet& available, const std::string& description, const Roots& roots) {
  Localities real = of_this_machine(available, roots);
  if (description.empty() || available.empty()) return real;
  HwlocNodes asked = nodes_of_description(description);
  if (asked.nodes) {
    Localities folded = localities_of(std::move(*asked.nodes));
    if (!folded.all.empty() && folded.all.size() <= k_most_localities) {
      fold(folded, available, real);
      folded.origin = description;
      return folded;
    }
    asked.refusal = "has " + std::to_string(folded.all.size()) + " localities, where 1 to " +
                    std::to_string(k_most_localities) + " can be used";
  }
  real.warning = complaint(description, asked.refusal);
  return real;
}

}  // namespace heddle::platform::topology
