// How many cpus this process may use, and which: the affinity mask and the cgroup's cpu quota.
//
// The mask costs one system call. The quota costs a few small files, so it is read when somebody asks, not before.
// Any thread may call these; nothing is cached, because both may change while a process runs.
#pragma once

#include <optional>
#include <string>

#include "platform/topology/cpu_set.hpp"

namespace heddle::platform::topology {

/// Where the kernel shows its files. Tests put a directory of their own in their place.
struct Roots {
  std::string proc = "/proc";
  std::string cgroup = "/sys/fs/cgroup";
  std::string cpus = "/sys/devices/system/cpu";
  std::string nodes = "/sys/devices/system/node";
};

/// Cpus the calling thread may run on; empty when the kernel would not say.
CpuSet affinity_mask();

/// ceil(quota / period) of the tightest cpu quota from this process's cgroup up to the root, at least 1; nothing when
/// there is no quota. Understands version 2 (cpu.max) and version 1 (cpu.cfs_quota_us), also mounted side by side.
std::optional<unsigned> cgroup_cpu_limit(const Roots& roots = {});

/// Threads that can make progress at once: the smaller of the mask and the quota, at least 1.
unsigned default_concurrency(const Roots& roots = {});

enum class BindOutcome : unsigned char { bound, refused };

/// Restricts the calling thread to `cpus`; `refused` when the kernel allows none of them.
BindOutcome bind_current_thread(const CpuSet& cpus) noexcept;

}  // namespace heddle::platform::topology
