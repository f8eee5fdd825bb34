// How large the arrays of a triad are: STREAM's rule, each four times as large as the last caches of all cpus in use
// together (McCalpin, www.cs.virginia.edu/stream/ref.html), within what this host has to spare.
//
// In a header of its own, all inline, so that tests need no machine for it. Any thread; nothing is cached.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "platform/topology/available.hpp"
#include "platform/topology/caches.hpp"
#include "platform/topology/small_file.hpp"

namespace heddle::tools {

constexpr std::uint64_t k_mib = 1 << 20;

/// The last caches that these cpus have, together, each once; 0 where the kernel does not show one of them.
inline std::uint64_t last_cache_bytes(const platform::topology::CpuSet& cpus, const platform::topology::Roots& roots) {
  namespace topology = platform::topology;
  std::uint64_t sum = 0;
  topology::CpuSet left = cpus;
  while (!left.empty()) {
    const std::size_t cpu = left.first();
    const std::string cache = roots.cpus + "/cpu" + std::to_string(cpu) + "/cache/index3";
    const auto bytes = topology::parse_cache_bytes(topology::read_small_file(cache + "/size").value_or(""));
    if (!bytes) return 0;
    sum += *bytes;
    left.subtract(topology::parse_cpu_list(topology::read_small_file(cache + "/shared_cpu_list").value_or("")));
    left.remove(cpu);
  }
  return sum;
}

/// The number after `name` at the beginning of a line, such as "MemAvailable:" of /proc/meminfo.
inline std::optional<std::uint64_t> number_after(std::string_view name, std::string_view text) {
  while (!text.empty()) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (!line.starts_with(name)) continue;
    line.remove_prefix(std::min(line.find_first_not_of(' ', name.size()), line.size()));
    return platform::topology::take_number(line);
  }
  return std::nullopt;
}

/// What the group of this directory, of either version, may still take. Files that it has read and that nobody uses now
/// count as used, but give way.
inline std::uint64_t spare_bytes_of_group(const std::string& directory) {
  struct Names {
    const char *limit, *used, *gives_way;
  };
  constexpr Names k_versions[] = {{"/memory.max", "/memory.current", "inactive_file "},
                                  {"/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_inactive_file "}};
  const auto text = [&](const char* name) {
    return platform::topology::read_small_file(directory + name).value_or("");
  };
  for (const Names& names : k_versions) {
    const auto limit = number_after("", text(names.limit));  // "max" is none
    if (!limit) continue;
    const std::uint64_t used = number_after("", text(names.used)).value_or(0);
    const std::uint64_t gives_way = number_after(names.gives_way, text("/memory.stat")).value_or(0);
    const std::uint64_t kept = used - std::min(used, gives_way);
    return *limit - std::min(*limit, kept);
  }
  return std::numeric_limits<std::uint64_t>::max();
}

/// The least that a group on the way from `group` up to the mount may still take. As in platform/topology, the group's
/// name may be the host's: levels that do not exist are passed over.
inline std::uint64_t spare_bytes_up(const std::string& mount, std::string_view group) {
  std::uint64_t spare = spare_bytes_of_group(mount);
  while (!group.empty() && group != "/") {
    spare = std::min(spare, spare_bytes_of_group(mount + std::string(group)));
    group = group.substr(0, std::min(group.rfind('/'), group.size() - 1));
  }
  return spare;
}

/// What this process may take of the memory without harm to others: MemAvailable and its cgroups' limits; 0 where the
/// kernel does not tell.
inline std::uint64_t spare_bytes(const platform::topology::Roots& roots = {}) {
  using platform::topology::read_small_file;
  const std::string meminfo = read_small_file(roots.proc + "/meminfo").value_or("");
  std::uint64_t spare = number_after("MemAvailable:", meminfo).value_or(0) * 1024;
  const std::string groups = read_small_file(roots.proc + "/self/cgroup").value_or("");
  for (std::string_view text = groups;
       !text.empty();) {  // lines "id:controllers:group"; version 2 names no controllers
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t first = std::min(line.find(':'), line.size());
    const std::size_t second = line.find(':', first + 1);
    if (second == std::string_view::npos) continue;
    const std::string_view controllers = line.substr(first + 1, second - first - 1);
    const std::string_view group = line.substr(second + 1);
    if (controllers.empty())
      for (const char* const mount : {"", "/unified"})
        spare = std::min(spare, spare_bytes_up(roots.cgroup + mount, group));
    if (controllers == "memory") spare = std::min(spare, spare_bytes_up(roots.cgroup + "/memory", group));
  }
  return spare;
}

/// Each of the three arrays, and the last caches it is to be larger than (0: not known).
struct TriadSize {
  std::uint64_t array_bytes = 0;  // 0: too little is spare for a rate of memory
  std::uint64_t cache_bytes = 0;

  friend bool operator==(const TriadSize&, const TriadSize&) = default;
};

/// STREAM's rule, within half of what is spare: somebody else may want some meanwhile. Arrays no larger than the caches
/// would tell the caches' rate and are not taken.
inline TriadSize choose_triad_size(std::uint64_t caches, std::uint64_t spare) {
  constexpr std::uint64_t k_least = 64 * k_mib;  // of arrays for small caches: a run is to take some milliseconds
  constexpr std::uint64_t k_arrays = 3;
  const std::uint64_t array = std::min(std::max(4 * caches, k_least), spare / 2 / k_arrays);
  return {array > std::max(caches, k_least / 4) ? array : 0, caches};
}

/// What is to be said with a rate found with these arrays; empty where they are as STREAM wants them.
inline std::string remark_on(const TriadSize& size) {
  if (size.cache_bytes == 0) return "; the caches' size is not known";
  if (size.array_bytes >= 4 * size.cache_bytes) return "";
  return "; may be partly the caches' rate: arrays of " + std::to_string(size.array_bytes / k_mib) +
         " MiB, for want of memory, where 4 times " + std::to_string(size.cache_bytes / k_mib) + " MiB are due";
}

}  // namespace heddle::tools
