// NUMA nodes by the kernel's files; see localities.hpp.
#include <algorithm>
#include <string>
#include <string_view>

#include "platform/topology/localities.hpp"
#include "platform/topology/small_file.hpp"

namespace heddle::platform::topology {

namespace {

std::string directory_of(const Roots& roots, std::size_t node) { return roots.nodes + "/node" + std::to_string(node); }

std::optional<std::uint64_t> number_in(const std::string& path) {
  const auto text = read_small_file(path);
  std::string_view digits = text ? std::string_view(*text) : std::string_view();
  return take_number(digits);
}

/// Of the line "Node 0 MemTotal:  16314200 kB"; 0 where it is not understood.
std::uint64_t bytes_of(const std::string& directory) {
  const auto text = read_small_file(directory + "/meminfo");
  constexpr std::string_view k_label = "MemTotal:";
  const std::size_t found = text ? text->find(k_label) : std::string::npos;
  if (found == std::string::npos) return 0;
  std::string_view rest = std::string_view(*text).substr(found + k_label.size());
  rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  return take_number(rest).value_or(0) * 1024;
}

/// The distance to each node, in the order of their numbers.
std::vector<std::uint64_t> distances_of(const std::string& directory) {
  std::vector<std::uint64_t> distances;
  const auto text = read_small_file(directory + "/distance");
  std::string_view rest = text ? std::string_view(*text) : std::string_view();
  while (const auto distance = take_number(rest)) {
    distances.push_back(*distance);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
  }
  return distances;
}

/// A node without cpus belongs to those that have some and are nearest.
CpuSet nearest_cpus(const std::vector<std::uint64_t>& distances, const std::vector<LocalMemory>& nodes) {
  std::uint64_t nearest = UINT64_MAX;
  for (std::size_t at = 0; at < nodes.size() && at < distances.size(); ++at)
    if (!nodes[at].cpus.empty()) nearest = std::min(nearest, distances[at]);
  CpuSet cpus;
  for (std::size_t at = 0; at < nodes.size() && at < distances.size(); ++at)
    if (!nodes[at].cpus.empty() && distances[at] == nearest) cpus.unite(nodes[at].cpus);
  return cpus;
}

}  // namespace

Nodes nodes_from_files(const CpuSet& available, const Roots& roots) {
  Nodes nodes;
  nodes.cpus = available;
  const auto online = read_small_file(roots.nodes + "/online");
  if (!online) return nodes;
  parse_cpu_list(*online).each([&](std::size_t node) {
    const std::string directory = directory_of(roots, node);
    LocalMemory& memory = nodes.memories.emplace_back();
    memory.number = memory.real = static_cast<unsigned>(node);
    memory.cpus = parse_cpu_list(read_small_file(directory + "/cpulist").value_or(""));
    memory.bytes = bytes_of(directory);
    memory.bandwidth = number_in(directory + "/access0/initiators/read_bandwidth").value_or(0);
  });
  const std::vector<LocalMemory> as_listed = nodes.memories;
  for (LocalMemory& memory : nodes.memories) {
    if (!memory.cpus.empty()) continue;
    memory.cpus = nearest_cpus(distances_of(directory_of(roots, memory.number)), as_listed);
    // Without a bandwidth nobody says whether it is faster or slower than plain memory; most of it is slower.
    memory.kind = "unknown";
  }
  return nodes;
}

}  // namespace heddle::platform::topology
