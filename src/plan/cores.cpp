#include "plan/cores.hpp"

namespace heddle::plans {

namespace {

using platform::topology::CpuSet;

std::vector<std::vector<std::size_t>> threads_of_cores(const platform::topology::Groups& machine) {
  std::vector<std::vector<std::size_t>> cores;
  for (const CpuSet& core : machine.cores) {
    auto& threads = cores.emplace_back();
    core.each([&](std::size_t cpu) { threads.push_back(cpu); });
  }
  return cores;
}

CpuSet only(std::size_t cpu) {
  CpuSet cpus;
  cpus.add(cpu);
  return cpus;
}

}  // namespace

std::vector<CpuSet> cpus_of_workers(Cores cores, std::uint32_t workers, const platform::topology::Groups& machine) {
  std::vector<CpuSet> cpus;
  const auto threads = threads_of_cores(machine);
  if (cores == Cores::none || threads.empty()) return cpus;
  const auto count = static_cast<std::uint32_t>(threads.size());
  if (cores == Cores::compact) {
    std::vector<std::size_t> in_a_row;
    for (const auto& core : threads) in_a_row.insert(in_a_row.end(), core.begin(), core.end());
    for (std::uint32_t worker = 0; worker < workers; ++worker) cpus.push_back(only(in_a_row[worker % in_a_row.size()]));
    return cpus;
  }
  if (cores == Cores::scatter || workers < count) {
    for (std::uint32_t worker = 0; worker < workers; ++worker) {
      const auto& core = threads[worker % count];
      cpus.push_back(only(core[worker / count % core.size()]));
    }
    return cpus;
  }
  // Neighbours: core c has the workers from c * workers / count on, so that no core has two more than another.
  for (std::uint32_t core = 0; core < count; ++core) {
    const auto first = static_cast<std::uint32_t>(std::uint64_t{core} * workers / count);
    const auto last = static_cast<std::uint32_t>(std::uint64_t{core + 1} * workers / count);
    for (std::uint32_t worker = first; worker < last; ++worker)
      cpus.push_back(only(threads[core][(worker - first) % threads[core].size()]));
  }
  return cpus;
}

}  // namespace heddle::plans
