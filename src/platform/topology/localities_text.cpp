// Localities as text; see localities.hpp.
#include <string>

#include "platform/topology/localities.hpp"

namespace heddle::platform::topology {

namespace {

/// "0-3,8"; "none" for no cpu.
std::string list_of(const CpuSet& cpus) {
  std::string text;
  for (std::size_t first = cpus.first(); first < cpus.end();) {
    std::size_t last = first;
    while (cpus.contains(last + 1)) ++last;
    text.append(text.empty() ? "" : ",").append(std::to_string(first));
    if (last != first) text.append("-").append(std::to_string(last));
    first = cpus.next(last + 1);
  }
  return text.empty() ? "none" : text;
}

std::string gib_of(std::uint64_t bytes) {
  if (bytes == 0) return "of unknown size";
  const std::uint64_t tenths = (bytes * 10 + (std::uint64_t{1} << 29)) >> 30;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " GiB";
}

std::string memory_line(const Localities& localities, const Locality& locality, const Locality::Reach& reach) {
  const LocalMemory& memory = localities.memories[reach.memory];
  std::string line = "    tier " + std::to_string(reach.tier) + "  node " + std::to_string(memory.number) + "  " +
                     memory.kind + ", " + gib_of(memory.bytes);
  if (memory.bandwidth != 0) line += ", " + std::to_string(memory.bandwidth) + " MiB/s";
  if (reach.memory == locality.home) line += "  (home)";
  if (localities.folded) line += "  pages from node " + std::to_string(memory.real);
  return line + "\n";
}

}  // namespace

std::string describe(const Localities& localities) {
  std::string text = "topology by " + localities.origin + ": " + std::to_string(localities.all.size()) +
                     (localities.all.size() == 1 ? " locality" : " localities") +
                     (localities.folded ? ", folded onto this machine\n" : "\n");
  for (std::size_t at = 0; at < localities.all.size(); ++at) {
    const Locality& locality = localities.all[at];
    text += "  locality " + std::to_string(at) + "  cpus " + list_of(locality.cpus);
    if (localities.folded) text += "  run on cpus " + list_of(locality.real_cpus);
    text += "\n";
    for (const Locality::Reach& reach : locality.reach) text += memory_line(localities, locality, reach);
  }
  if (!localities.warning.empty()) text += "  warning: " + localities.warning + "\n";
  return text;
}

}  // namespace heddle::platform::topology
