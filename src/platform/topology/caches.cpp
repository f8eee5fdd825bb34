// Sizes of caches; see caches.hpp.
#include "platform/topology/caches.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include "platform/topology/small_file.hpp"

namespace heddle::platform::topology {

namespace {

constexpr std::uint64_t k_mib = std::uint64_t{1} << 20;
constexpr std::uint64_t k_usual = k_mib;
/// Cores with so much of their own have a third level that is slow and hardly larger: there Poisson2D's plan took 36 ms
/// lap by lap, 27 in waves that fit the second level. With 512 KiB before a third level that is as fast, 33 ms in such
/// waves, 25 with 4 MiB, 22 with 8 (docs/papers/switches).
constexpr std::uint64_t k_large_second = 2 * k_mib;
constexpr std::uint64_t k_most_of_third = 8 * k_mib;

std::string directory_of(const Roots& roots, std::size_t cpu, int index) {
  return roots.cpus + "/cpu" + std::to_string(cpu) + "/cache/index" + std::to_string(index);
}

std::uint64_t bytes_of(const Roots& roots, std::size_t cpu, int index) {
  return parse_cache_bytes(read_small_file(directory_of(roots, cpu, index) + "/size").value_or("")).value_or(0);
}

/// Each of those who share it has as much as the others.
std::uint64_t share_of(const Roots& roots, std::size_t cpu, int index) {
  const CpuSet sharers =
      parse_cpu_list(read_small_file(directory_of(roots, cpu, index) + "/shared_cpu_list").value_or(""));
  return bytes_of(roots, cpu, index) / std::max<std::uint64_t>(sharers.count(), 1);
}

}  // namespace

std::optional<std::uint64_t> parse_cache_bytes(std::string_view text) {
  const auto number = take_number(text);
  if (!number || text.size() > 1) return std::nullopt;
  const char unit = text.empty() ? 'B' : text.front();
  const int shift = unit == 'B' ? 0 : unit == 'K' ? 10 : unit == 'M' ? 20 : unit == 'G' ? 30 : 64;
  if (shift == 64 || *number > std::numeric_limits<std::uint64_t>::max() >> shift) return std::nullopt;
  return *number << shift;
}

std::uint64_t cache_share_bytes(const CpuSet& available, const Roots& roots) {
  constexpr int k_second = 2, k_third = 3;  // the kernel's index 0 and 1 are the first level's
  const std::size_t cpu = available.empty() ? 0 : available.first();
  const std::uint64_t second = share_of(roots, cpu, k_second);
  const std::uint64_t third = std::min(share_of(roots, cpu, k_third), k_most_of_third);
  const std::uint64_t share = bytes_of(roots, cpu, k_second) >= k_large_second ? second : std::max(second, third);
  return share == 0 ? k_usual : share;
}

}  // namespace heddle::platform::topology
