// sched_getaffinity and the cgroup files; see available.hpp.
#include "platform/topology/available.hpp"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <string_view>
#include <vector>

#include "platform/topology/small_file.hpp"

namespace heddle::platform::topology {

namespace {

using MaskWord = unsigned long;  // the kernel's unit
constexpr std::size_t k_word_bits = sizeof(MaskWord) * CHAR_BIT;
constexpr std::size_t k_most_words = (std::size_t{1} << 20) / k_word_bits;  // a million cpus: then it is another error

CpuSet from_words(const MaskWord* words, std::size_t count) {
  CpuSet set;
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t bit = 0; bit < k_word_bits; ++bit)
      if ((words[i] >> bit & 1) != 0) set.add(i * k_word_bits + bit);
  return set;
}

cpu_set_t* as_cpu_set(MaskWord* words) { return reinterpret_cast<cpu_set_t*>(words); }

/// The kernel wants a buffer for every cpu it was built for, and says only that one was too small.
[[gnu::cold]] CpuSet affinity_mask_of_many() {
  for (std::vector<MaskWord> words(32); words.size() <= k_most_words; words.assign(2 * words.size(), 0)) {
    if (::sched_getaffinity(0, words.size() * sizeof(MaskWord), as_cpu_set(words.data())) == 0)
      return from_words(words.data(), words.size());
    if (errno != EINVAL) break;
  }
  return {};
}

/// Quota in cpus, rounded up; nothing for "max", -1 and what is not understood.
std::optional<unsigned> cpus_of(std::string_view quota, std::string_view period) {
  const auto part = take_number(quota);
  const auto whole = take_number(period);
  if (!part || !whole || *part == 0 || *whole == 0) return std::nullopt;
  const std::uint64_t cpus = *part / *whole + (*part % *whole != 0 ? 1 : 0);
  return static_cast<unsigned>(std::min<std::uint64_t>(cpus, UINT_MAX));
}

std::optional<unsigned> limit_v2(const std::string& directory) {
  const auto text = read_small_file(directory + "/cpu.max");  // "150000 100000" or "max 100000"
  if (!text) return std::nullopt;
  const std::size_t space = text->find(' ');
  if (space == std::string::npos) return std::nullopt;
  return cpus_of(std::string_view(*text).substr(0, space), std::string_view(*text).substr(space + 1));
}

std::optional<unsigned> limit_v1(const std::string& directory) {
  const auto quota = read_small_file(directory + "/cpu.cfs_quota_us");
  if (!quota) return std::nullopt;
  const auto period = read_small_file(directory + "/cpu.cfs_period_us");
  return period ? cpus_of(*quota, *period) : std::nullopt;
}

std::optional<unsigned> tighter(std::optional<unsigned> a, std::optional<unsigned> b) {
  if (!a || !b) return a ? a : b;
  return std::min(*a, *b);
}

/// The tightest limit from `mount` + `group` up to `mount`. In a container the group's name may be the host's and not
/// exist below the mount; then the levels above it, at least the mount itself, still do.
template <class LimitOf>
std::optional<unsigned> limit_up(const std::string& mount, std::string_view group, LimitOf limit_of) {
  std::optional<unsigned> limit = limit_of(mount);
  while (!group.empty() && group != "/") {
    limit = tighter(limit, limit_of(mount + std::string(group)));
    group = group.substr(0, group.rfind('/'));
  }
  return limit;
}

bool lists_cpu(std::string_view controllers) {
  while (!controllers.empty()) {
    const std::size_t comma = std::min(controllers.find(','), controllers.size());
    if (controllers.substr(0, comma) == "cpu") return true;
    controllers.remove_prefix(std::min(comma + 1, controllers.size()));
  }
  return false;
}

/// One line of /proc/self/cgroup, "id:controllers:group"; no controllers means version 2.
struct Membership {
  std::string_view controllers;
  std::string_view group;
};

std::optional<Membership> membership(std::string_view line) {
  const std::size_t first = line.find(':');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = line.find(':', first + 1);
  if (second == std::string_view::npos || !line.substr(second + 1).starts_with('/')) return std::nullopt;
  return Membership{line.substr(first + 1, second - first - 1), line.substr(second + 1)};
}

std::vector<Membership> memberships(std::string_view text) {
  std::vector<Membership> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (const auto line = membership(text.substr(0, end))) lines.push_back(*line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

CpuSet affinity_mask() {
  MaskWord words[1024 / k_word_bits] = {};
  if (::sched_getaffinity(0, sizeof words, as_cpu_set(words)) != 0) return affinity_mask_of_many();
  return from_words(words, std::size(words));
}

std::optional<unsigned> cgroup_cpu_limit(const Roots& roots) {
  const auto text = read_small_file(roots.proc + "/self/cgroup");
  if (!text) return std::nullopt;
  const std::vector<Membership> lines = memberships(*text);
  // A controller lives in one hierarchy: where version 1 has the cpu controller, version 2 has no quota to show. Each
  // file looked at costs some microseconds of every start, so no other is opened.
  for (const Membership& line : lines) {
    if (!lists_cpu(line.controllers)) continue;
    const std::string mount = roots.cgroup + "/" + std::string(line.controllers);
    const auto limit = limit_up(mount, line.group, limit_v1);
    return limit || line.controllers == "cpu" ? limit : limit_up(roots.cgroup + "/cpu", line.group, limit_v1);
  }
  const std::string mount = lines.size() == 1 ? roots.cgroup : roots.cgroup + "/unified";
  for (const Membership& line : lines)
    if (line.controllers.empty()) return limit_up(mount, line.group, limit_v2);
  return std::nullopt;
}

unsigned default_concurrency(const Roots& roots) {
  const std::size_t cpus = std::max<std::size_t>(affinity_mask().count(), 1);
  const auto limit = cpus == 1 ? std::nullopt : cgroup_cpu_limit(roots);  // no quota is less than one cpu
  return static_cast<unsigned>(limit ? std::min<std::size_t>(cpus, *limit) : cpus);
}

BindOutcome bind_current_thread(const CpuSet& cpus) noexcept {
  if (cpus.empty()) return BindOutcome::refused;
  const std::vector<std::uint64_t>& words = cpus.words();
  static_assert(sizeof(MaskWord) == sizeof(std::uint64_t));
  const auto* set = reinterpret_cast<const cpu_set_t*>(words.data());
  return ::sched_setaffinity(0, words.size() * sizeof words[0], set) == 0 ? BindOutcome::bound : BindOutcome::refused;
}

}  // namespace heddle::platform::topology
