// How much of the measured cpus others had meanwhile: a busy host's numbers are not the machine's.
//
// In a header of its own, all inline, so that tests need no busy host for it. One thread.
#pragma once

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "platform/threads/threads.hpp"
#include "platform/topology/available.hpp"
#include "platform/topology/small_file.hpp"

namespace heddle::tools {

/// What these cpus have done since the start of the host, in ticks of the kernel, together.
struct CpuTicks {
  std::uint64_t busy = 0;    // of all programs, and of interrupts
  std::uint64_t stolen = 0;  // another guest of the same machine had the core

  friend bool operator==(const CpuTicks&, const CpuTicks&) = default;
};

/// @param stat  the text of /proc/stat (proc(5): cpuN user nice system idle iowait irq softirq steal ...)
/// @returns nothing when one of the cpus is not in it
inline std::optional<CpuTicks> cpu_ticks(std::string_view stat, const platform::topology::CpuSet& cpus) {
  enum Field { user, nice, system, idle, iowait, irq, softirq, steal, k_fields };
  CpuTicks sum;
  std::size_t found = 0;
  for (; !stat.empty(); stat.remove_prefix(std::min(stat.find('\n') + 1, stat.size()))) {
    std::string_view line = stat.substr(0, stat.find('\n'));
    if (line.size() == stat.size()) stat = line = "";  // cut off: read_small_file() takes so much and no more
    if (!line.starts_with("cpu") || line.starts_with("cpu ")) continue;
    line.remove_prefix(3);
    const auto cpu = platform::topology::take_number(line);
    if (!cpu || !cpus.contains(*cpu)) continue;
    std::uint64_t ticks[k_fields] = {};
    for (std::uint64_t& field : ticks) {
      line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
      field = platform::topology::take_number(line).value_or(0);
    }
    sum.busy += ticks[user] + ticks[nice] + ticks[system] + ticks[irq] + ticks[softirq];
    sum.stolen += ticks[steal];
    ++found;
  }
  if (found == 0 || found != cpus.count()) return std::nullopt;
  return sum;
}

/// One look at the cpus, in ticks.
struct CpuLook {
  CpuTicks all;
  double own = 0;   // of this process
  double wall = 0;  // on the clock
};

/// Of so many cpus between two looks, what others than this process had: 0 to 1. A count of ticks may be two too large.
inline double others_share(const CpuLook& before, const CpuLook& after, std::size_t cpus) {
  constexpr double k_uncertain = 2;
  const double had = (after.wall - before.wall) * static_cast<double>(cpus);
  if (had <= 0) return 0;
  const auto used = static_cast<double>(after.all.busy + after.all.stolen - before.all.busy - before.all.stolen);
  return std::clamp((used - (after.own - before.own) - k_uncertain) / had, 0.0, 1.0);
}

/// From its making on.
class QuietWatch {
 public:
  explicit QuietWatch(const platform::topology::CpuSet& cpus) : cpus_(cpus), at_first_(look()) {}

  /// What others have had of the cpus; 0 where the kernel does not tell.
  double share() const {
    const std::optional<CpuLook> now = look();
    return now && at_first_ ? others_share(*at_first_, *now, cpus_.count()) : 0;
  }

 private:
  std::optional<CpuLook> look() const {
    const auto ticks = cpu_ticks(platform::topology::read_small_file("/proc/stat").value_or(""), cpus_);
    if (!ticks) return std::nullopt;
    const auto second = static_cast<double>(sysconf(_SC_CLK_TCK));
    rusage used{};
    getrusage(RUSAGE_SELF, &used);
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
    };
    return CpuLook{*ticks, second * (seconds(used.ru_utime) + seconds(used.ru_stime)),
                   second * static_cast<double>(platform::Threads::now_ns()) / 1e9};
  }

  const platform::topology::CpuSet cpus_;
  const std::optional<CpuLook> at_first_;
};

/// Of the share that others had: up to here nothing is said, from there on nothing is written.
constexpr double k_quiet = 0.10;
constexpr double k_too_busy = 0.25;

/// What was measured, and what others had of the cpus in the calmest of the attempts.
template <class Value>
struct Measured {
  Value value;
  double others = 1;
};

/// So many times, until hardly anybody else ran; the calmest attempt counts.
template <class Measure>
auto measured_calmly(const platform::topology::CpuSet& cpus, int attempts, Measure measure)
    -> Measured<decltype(measure())> {
  std::optional<Measured<decltype(measure())>> calmest;
  for (int attempt = 0; attempt < attempts; ++attempt) {
    const QuietWatch watch(cpus);
    Measured<decltype(measure())> found{measure(), 0};
    found.others = watch.share();
    if (!calmest || found.others < calmest->others) calmest = std::move(found);
    if (calmest->others <= k_quiet) break;
  }
  return *std::move(calmest);
}

}  // namespace heddle::tools
